import { refusals } from '../../../platform/refusal.ts';

/** Refusals of payments by card that do not come from a field's schema. */
export const refuseCard = refusals({
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
  interest_type_unsupported: {
    status: 400,
    message:
      'Esta adquirente não parcela com juros do emissor (payment.card.interestType 4). Envie interestType 3, ou use issuerInstallments=store na conta da adquirente (no ambiente de testes, em Testes no painel).',
  },
  retry_limit: {
    status: 422,
    message: 'Nada foi enviado: este cartão já foi tentado vezes demais. Use outro cartão.',
  },
  three_d_secure_unavailable: {
    status: 400,
    message:
      'Esta adquirente não faz a autenticação 3-D Secure, exigida no débito e com payment.card.authenticate 1.',
  },
  authentication_data_only: {
    status: 400,
    message:
      'No débito e com payment.card.authenticate 1 o comprador tem de ser autenticado: dataOnly não é autenticação.',
  },
  authentication_not_made: {
    status: 400,
    message:
      'No débito e com payment.card.authenticate 1 o comprador tem de ser autenticado, e este eci diz que não foi: envie 05 ou 06, na Mastercard 02 ou 01.',
  },
  user_agent_required: {
    status: 400,
    message: 'O campo userAgent é obrigatório com 3-D Secure: o User-Agent do navegador do comprador.',
  },
});
