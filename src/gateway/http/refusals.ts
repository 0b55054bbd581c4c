import { refusals } from '../../platform/refusal.ts';

/** Refusals of what a sale is to be paid by, before its kind is known. */
export const refuseKind = refusals({
  payment_kind: {
    status: 400,
    message: 'O objeto payment deve ter exatamente uma forma de pagamento: card ou pix.',
  },
  payment_kind_unavailable: {
    status: 400,
    message:
      'Esta forma de pagamento ainda não está disponível nesta loja. Envie payment.card ou payment.pix.',
  },
});
