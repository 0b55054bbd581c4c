import { refusals } from '../../platform/refusal.ts';

export const storedCardRefuse = refusals({
  card_token_invalid: {
    status: 400,
    message:
      'O token do cartão não existe, foi excluído ou é de outra loja. Peça o cartão de novo ao comprador.',
  },
  card_token_account_gone: {
    status: 409,
    message:
      'A conta da loja na adquirente que guarda este cartão foi removida. Peça o cartão de novo ao comprador (o token continua o mesmo), ou venda com outro meio.',
  },
  card_token_other_provider: {
    status: 400,
    message:
      'Este cartão está salvo em outra adquirente: não envie payment.card.provider, ou envie o que a consulta do token mostra.',
  },
  card_refused: { status: 400, message: 'O cartão foi recusado.' },
  tokenization_unsupported: {
    status: 400,
    message: 'A adquirente desta loja não guarda cartões.',
  },
  tokenization_not_found: { status: 404, message: 'Cartão salvo não encontrado.' },
  tokenization_running: {
    status: 409,
    message:
      'O primeiro pedido com esta Idempotency-Key ainda está em andamento. Tente de novo em instantes.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'Esta Idempotency-Key já foi usada com outro pedido: use uma nova.',
  },
  tokenization_failed: {
    status: 503,
    message: 'A adquirente não pôde ser alcançada; o cartão não foi salvo. Tente de novo.',
  },
  tokenization_pending: {
    status: 503,
    message:
      'A adquirente ainda não confirmou que guardou o cartão. Envie o mesmo pedido de novo: o mesmo cartão tem sempre um só token.',
  },
});
