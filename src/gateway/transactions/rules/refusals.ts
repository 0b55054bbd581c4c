import { refusals } from '../../../platform/refusal.ts';

/** Refusals of the engine, and of requests for it, whatever is paid by. Each kind of payment brings its own. */
export const transactionRefuse = refusals({
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
  refund_by_transfer: {
    status: 409,
    message:
      'O banco não devolve o que foi pago pelo código de barras: devolva por transferência a quem pagou. Nada mudou na transação.',
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
  transaction_not_found: { status: 404, message: 'Transação não encontrada.' },
  reference_id_required: {
    status: 400,
    message: 'Informe o parâmetro referenceId, ou um período com from e to.',
  },
  limit_invalid: { status: 400, message: 'O parâmetro limit deve ser um número inteiro entre 1 e 10.' },
});
