import type { MinorUnits } from '../../../capabilities.ts';
import { returnedOf } from '../../../received-payment.ts';
import { pixScenario, REFUNDED_AFTER_MS } from '../scenarios.ts';
import { type BankCharge, type BankReturn, bankPaymentOf, withPayment } from './bank-charge.ts';
import { returnIdOf } from './bank-ids.ts';

const DAY_MS = 24 * 60 * 60_000;
export const REFUND_DAYS = 90;
const NO_BALANCE = 'Saldo insuficiente na conta do recebedor';

export interface AskedRefund {
  readonly endToEndId: string;
  readonly id: string;
  readonly amount: MinorUnits;
  readonly now: number;
  readonly timeScale: number;
}

export type RefundRefusal = 'no_payment' | 'too_much' | 'too_late';

/** Begins a refund. One whose id was used before is not begun again, whatever its amount. */
export function askRefund(
  charge: BankCharge,
  { endToEndId, id, amount, now, timeScale }: AskedRefund,
): { readonly charge: BankCharge; readonly refund: BankReturn } | RefundRefusal {
  const payment = bankPaymentOf(charge, endToEndId);
  if (!payment) return 'no_payment';
  const known = payment.returns.find((one) => one.id === id);
  if (known) return { charge, refund: known };
  if (now - payment.at > REFUND_DAYS * DAY_MS) return 'too_late';
  if (amount < 1 || amount > payment.amount - returnedOf(payment)) return 'too_much';
  const refund: BankReturn = {
    id,
    bankId: returnIdOf(endToEndId, id, now),
    amount,
    state: 'pending',
    nature: 'original',
    at: now,
  };
  const asked = withPayment(charge, { ...payment, returns: [...payment.returns, refund] });
  const at = now + Math.round(REFUNDED_AFTER_MS / timeScale);
  return {
    charge: { ...asked, agenda: [...charge.agenda, { kind: 'end_refund', at, endToEndId, id }] },
    refund,
  };
}

/** A refund that was in process is decided, and told. */
export function endRefund(charge: BankCharge, endToEndId: string, id: string, at: number): BankCharge {
  const isPaidOut = pixScenario(charge.amount).refund === 'done';
  const decided = isPaidOut
    ? ({ state: 'done' } as const)
    : ({ state: 'denied', reason: NO_BALANCE } as const);
  const payment = bankPaymentOf(charge, endToEndId);
  if (!payment) return charge;
  const returns = payment.returns.map((one) => (one.id === id ? { ...one, ...decided } : one));
  return told(withPayment(charge, { ...payment, returns }), endToEndId, at);
}

/** The payer complained: the bank takes what is left, without asking. */
export function takeBack(charge: BankCharge, endToEndId: string, at: number): BankCharge {
  const payment = bankPaymentOf(charge, endToEndId);
  if (!payment) return charge;
  const left = payment.amount - returnedOf(payment);
  if (left <= 0) return charge;
  const bankId = returnIdOf(endToEndId, 'med', at);
  const taken: BankReturn = { id: bankId, bankId, amount: left, state: 'done', nature: 'med_fraud', at };
  return told(withPayment(charge, { ...payment, returns: [...payment.returns, taken] }), endToEndId, at);
}

/** Where notices get lost, so do these. */
function told(charge: BankCharge, endToEndId: string, at: number): BankCharge {
  if (pixScenario(charge.amount).noticesAfterMs.length === 0) return charge;
  return { ...charge, agenda: [...charge.agenda, { kind: 'tell', at, endToEndId, tries: 0 }] };
}
