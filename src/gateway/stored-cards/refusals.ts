import { refusals } from '../../platform/index.ts';

export const storedCardRefuse = refusals({
  card_token_invalid: {
    status: 400,
    message:
      'O token do cartão não existe, foi excluído ou é de outra loja. Peça o cartão de novo ao comprador.',
  },
  card_token_account_gone: {
    status: 409,
    message:
      'A conta da loja no adquirente que guarda este cartão foi removida. Peça o cartão de novo ao comprador (o token continua o mesmo), ou venda com outro meio.',
  },
  card_token_other_provider: {
    status: 400,
    message:
      'Este cartão está guardado em outro adquirente: não envie payment.card.provider, ou envie o que a consulta do token mostra.',
  },
});
