import type { ChargedKind } from '../../charges/charged-kind.ts';
import { discountOf } from './discount-of.ts';
import { slipPaymentOf } from './payment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A slip, as the life of its charge knows it. Banks tell payments of slips once they know of them: minutes and hours later. */
export const CHARGED_BY_SLIP: ChargedKind = {
  lookEveryMs: 30 * MINUTE,
  // Money of the last day is on its way for days, also for a slip that was canceled meanwhile; and a payment can be taken back.
  lateLooksMs: [10 * MINUTE, 2 * HOUR, ...[1, 2, 3, 4, 5].map((days) => days * 24 * HOUR)],
  words: {
    paid: 'Boleto pago',
    expired: 'O boleto venceu sem pagamento',
    canceled: 'Boleto cancelado; nada foi pago',
    beingCanceled: 'O banco ainda está baixando o boleto',
    removed: 'O banco baixou o boleto; nada foi pago',
    paidMeanwhile: 'O comprador acabou de pagar este boleto',
  },
  // Its number at the bank is printed on it, and stays what people ask for it by.
  referenceOf: (_, ourNumber) => ourNumber,
  leastOf: ({ payment }, amount, paid) => amount - discountOf(slipPaymentOf({ payment }), amount, paid),
};
