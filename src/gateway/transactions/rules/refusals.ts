import { refusals } from '../../../platform/refusal.ts';

/** Refusals of this room that do not come from a field's schema. */
export const transactionRefuse = refusals({
  card_number_invalid: {
    status: 400,
    message: 'O campo payment.card.cardInfo.number não é um número de cartão válido.',
  },
  card_number_for_tests: {
    status: 400,
    message: 'Este número de cartão é de teste e não é aceito em produção.',
  },
  card_number_exposed: {
    status: 400,
    message:
      'Este campo contém um número de cartão. Envie-o apenas em payment.card.cardInfo.number ou no cardHash.',
  },
  cvv_invalid: { status: 400, message: 'O campo payment.card.cardInfo.cvv deve ter 3 ou 4 dígitos.' },
  expiration_month_invalid: {
    status: 400,
    message: 'O campo payment.card.cardInfo.expirationMonth deve estar entre 01 e 12.',
  },
  expiration_year_invalid: {
    status: 400,
    message: 'O campo payment.card.cardInfo.expirationYear deve ter 4 dígitos.',
  },
  holder_name_invalid: {
    status: 400,
    message: 'O campo holderName deve ser um texto de no máximo 100 caracteres.',
  },
  brand_invalid: { status: 400, message: 'O campo brand deve ser um texto de no máximo 20 caracteres.' },
  card_data_required: {
    status: 400,
    message: 'Envie payment.card.cardInfo.cardHash, ou token, ou number, expirationMonth e expirationYear.',
  },
  card_hash_conflict: {
    status: 400,
    message: 'Com payment.card.cardInfo.cardHash não se enviam number nem cvv em claro.',
  },
  card_token_conflict: {
    status: 400,
    message: 'Com payment.card.cardInfo.token não se enviam cardHash nem number.',
  },
  card_token_credit_only: {
    status: 400,
    message: 'Um cartão salvo (payment.card.cardInfo.token) só paga no crédito: payment.card.type 1.',
  },
  card_type_invalid: {
    status: 400,
    message: 'O campo payment.card.type deve ser 1 (crédito) ou 2 (débito).',
  },
  day_invalid: {
    status: 400,
    message: 'Os parâmetros from e to são dias no formato aaaa-MM-dd, como 2026-11-25.',
  },
  status_invalid: {
    status: 400,
    message: 'O parâmetro status deve ter números de status, com vírgulas, como 5,6.',
  },
  too_many_lists: {
    status: 429,
    message: 'Há listas demais desta loja em andamento. Leia uma de cada vez.',
  },
  cursor_invalid: { status: 400, message: 'O parâmetro cursor deve ser o da página anterior, sem mudança.' },
  payment_kind: {
    status: 400,
    message: 'O objeto payment deve ter exatamente uma forma de pagamento: card ou pix.',
  },
  payment_kind_unavailable: {
    status: 400,
    message:
      'Esta forma de pagamento ainda não está disponível nesta loja. Envie payment.card ou payment.pix.',
  },
  pix_unavailable: {
    status: 400,
    message:
      'Esta loja não tem conta em nenhum banco para receber Pix. Peça a quem opera o serviço que cadastre uma.',
  },
  pix_key_invalid: {
    status: 400,
    message:
      'O campo payment.pix.key deve ser RANDOM_KEY, EMAIL, DOCUMENT ou PHONE, como texto ou numa lista de um.',
  },
  pix_expiration_invalid: {
    status: 400,
    message:
      'O campo payment.pix.expirationDateTime deve ser uma data aaaa-MM-ddTHH:mm:ss entre um minuto e um ano à frente.',
  },
  interest_type_unsupported: {
    status: 400,
    message:
      'Esta adquirente não parcela com juros do emissor (payment.card.interestType 4). Envie interestType 3, ou use issuerInstallments=store na conta da adquirente (no ambiente de testes, em Testes no painel).',
  },
  three_d_secure_unavailable: {
    status: 400,
    message:
      'Esta adquirente não faz a autenticação 3-D Secure, exigida no débito e com payment.card.authenticate 1.',
  },
  user_agent_required: {
    status: 400,
    message: 'O campo userAgent é obrigatório com 3-D Secure: o User-Agent do navegador do comprador.',
  },
  amount_parameter_invalid: {
    status: 400,
    message:
      'O parâmetro amount deve ser um número inteiro de centavos, a partir de 1, sem vírgula nem ponto: R$ 10,00 é 1000.',
  },
  amount_conflict: {
    status: 400,
    message: 'O amount do endereço e o do corpo são diferentes. Envie um só, ou o mesmo nos dois.',
  },
  amount_above_available: {
    status: 409,
    message: 'O valor é maior do que o que ainda pode ser movimentado nesta transação.',
  },
  amount_left_changed: {
    status: 409,
    message:
      'O valor disponível mudou desde que foi mostrado: alguém movimentou esta venda. Confira e tente de novo.',
  },
  status_conflict: { status: 409, message: 'A transação não está em um status que permita esta operação.' },
  partial_unsupported: {
    status: 409,
    message: 'A adquirente não faz esta operação em parte: não envie amount, ou envie o valor inteiro.',
  },
  movement_unsupported: {
    status: 409,
    message: 'A adquirente não faz esta operação nesta transação.',
  },
  window_passed: { status: 409, message: 'O prazo da adquirente para esta operação já passou.' },
  movement_running: {
    status: 409,
    message: 'Outra captura ou cancelamento desta transação está em andamento. Consulte-a e tente de novo.',
  },
  movement_declined: { status: 409, message: 'A adquirente recusou a operação; nada mudou na transação.' },
  acquirer_unreachable: {
    status: 503,
    message: 'A adquirente não pôde ser alcançada; nada mudou na transação. Tente de novo.',
  },
  nothing_to_resolve: { status: 409, message: 'Nada está em aberto nesta transação.' },
  idempotency_key_invalid: {
    status: 400,
    message: 'O cabeçalho Idempotency-Key deve ter de 1 a 255 caracteres.',
  },
  idempotency_running: {
    status: 409,
    message:
      'O primeiro pedido com esta Idempotency-Key ainda está em andamento. Tente de novo em instantes.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'Esta Idempotency-Key já foi usada com outro pedido: use uma nova.',
  },
  post_back_url_invalid: {
    status: 400,
    message: 'O campo postBackUrl deve ser um endereço http(s) completo de até 300 caracteres.',
  },
  return_url_invalid: {
    status: 400,
    message: 'O campo returnUrl deve ser um endereço http(s) completo, sem usuário, de até 500 caracteres.',
  },
  amount_of_intention: {
    status: 400,
    message: 'O amount deve ser o do link de pagamento que transactionId nomeia.',
  },
  intention_agreed_otherwise: {
    status: 400,
    message:
      'Este link de pagamento foi criado com menos exigência neste campo. Tire o campo ou crie outro link.',
  },
  intention_not_payable: {
    status: 409,
    message:
      'Este link de pagamento já foi pago, está sendo pago, expirou ou foi cancelado. Consulte a transação antes de cobrar de novo.',
  },
  intention_not_found: {
    status: 404,
    message:
      'transactionId não é de um link de pagamento seu, criado com POST /v1/intention. Para uma venda nova, não envie este campo.',
  },
  intention_tries_used_up: {
    status: 409,
    message: 'As tentativas deste link de pagamento acabaram. Crie outro com POST /v1/intention.',
  },
  intention_card_refused: {
    status: 409,
    message: 'O emissor recusou este cartão de vez neste link de pagamento. Peça outro cartão ao comprador.',
  },
  intention_type_not_offered: {
    status: 400,
    message: 'Este link de pagamento não aceita este payment.card.type.',
  },
  intention_installments_not_offered: {
    status: 400,
    message: 'Este link de pagamento não aceita este número de parcelas.',
  },
  transaction_not_found: { status: 404, message: 'Transação não encontrada.' },
  reference_id_required: {
    status: 400,
    message: 'Informe o parâmetro referenceId, ou um período com from e to.',
  },
  limit_invalid: { status: 400, message: 'O parâmetro limit deve ser um número inteiro entre 1 e 10.' },
});
