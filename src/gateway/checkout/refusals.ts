import { refusals } from '../../platform/index.ts';

export const checkoutRefuse = refusals({
  expiration_invalid: {
    status: 400,
    message:
      'O campo dtExpiration deve ser uma data futura, até um ano à frente, como 2026-12-31T23:59:59 (hora local).',
  },
});
