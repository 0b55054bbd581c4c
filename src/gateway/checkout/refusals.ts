import { refusals } from '../../platform/refusal.ts';

export const checkoutRefuse = refusals({
  payment_link_not_found: { status: 404, message: 'Link de pagamento não encontrado.' },
  limit_invalid: { status: 400, message: 'O parâmetro limit deve ser um número inteiro a partir de 1.' },
  amount_bounds_invalid: {
    status: 400,
    message: 'Envie amount, ou minAmount e maxAmount, com minAmount até maxAmount.',
  },
  pix_discount_invalid: {
    status: 400,
    message:
      'O campo pixDiscount deve ser um percentual de 0 a 90, com até duas casas decimais, como 5 ou 7.5.',
  },
  first_method_invalid: {
    status: 400,
    message: 'O campo firstMethod deve ser card, pix ou bankSlip.',
  },
  expiration_invalid: {
    status: 400,
    message:
      'O campo dtExpiration deve ser uma data futura, até um ano à frente, como 2026-12-31T23:59:59 (hora local).',
  },
});
