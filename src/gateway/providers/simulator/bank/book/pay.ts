import type { MinorUnits } from '../../../capabilities.ts';
import type { PaidDetails, Payer } from '../../../received-payment.ts';
import { slipPaymentId } from '../../../slips/slip-provider.ts';
import { referenceOfTxid } from '../../../txid.ts';
import { scenarioOf } from '../scenarios.ts';
import type { BankCharge, BankPayment, Happening } from './bank-charge.ts';
import { endToEndIdOf } from './bank-ids.ts';
import { dueAmount } from './due-amount.ts';

/** A CPF that is valid and nobody's. */
const SOMEBODY: Payer = { name: 'Pagador de Teste', document: '52998224725' };

/** The local day, `YYYY-MM-DD`. */
export type DayOf = (at: number) => string;

export interface Paying {
  readonly at: number;
  /** Of a slip: by its Pix, and not by its barcode. */
  readonly byPix?: boolean | undefined;
  /** By default what is due. */
  readonly amount?: MinorUnits | undefined;
  readonly payer?: Payer | undefined;
  /** Takes money that the bank would not take: late, twice, another amount, for what is removed. */
  readonly force?: boolean | undefined;
  /** Divides the waits. */
  readonly timeScale: number;
  readonly dayOf: DayOf;
}

/** What the next payment of a charge would be called. */
export function nextEndToEndId(
  { txid, payments }: Pick<BankCharge, 'txid' | 'payments'>,
  at: number,
): string {
  return endToEndIdOf(txid, payments.length, at);
}

/** The charge with one more payment; undefined where the bank does not take it. */
export function pay(charge: BankCharge, paying: Paying) {
  const { at, payer, force, timeScale } = paying;
  const { amount, details } = paidAmount(charge, paying);
  // A slip is paid by whatever arrives first: nobody but a bank can pay another amount.
  const isDue = charge.state === 'active' && (charge.slip !== undefined || amount === charge.amount);
  if (!force && !(isDue && at <= charge.expiresAt)) return undefined;
  const payment: BankPayment = {
    endToEndId: nameOf(charge, paying),
    amount,
    at,
    payer: payer ?? charge.debtor ?? SOMEBODY,
    settles: isDue,
    returns: [],
    ...(details && { details }),
  };
  const agenda = charge.agenda.filter((one) => !isDue || one.kind !== 'pay' || one.byPix === true);
  const paid: BankCharge = {
    ...charge,
    state: isDue ? 'paid' : charge.state,
    payments: [...charge.payments, payment],
    agenda: [...agenda, ...following(charge, payment, timeScale)],
  };
  return { charge: paid, payment };
}

function paidAmount(
  { amount: asked, slip }: BankCharge,
  { at, amount, dayOf }: Paying,
): { readonly amount: MinorUnits; readonly details: PaidDetails | undefined } {
  const due = slip && dueAmount(asked, slip, dayOf(at));
  if (amount !== undefined && amount !== due?.amount) return { amount, details: undefined };
  return { amount: due?.amount ?? asked, details: due?.details };
}

function nameOf(charge: BankCharge, { at, byPix }: Paying): string {
  if (!charge.slip || byPix) return nextEndToEndId(charge, at);
  return slipPaymentId(referenceOfTxid(charge.txid) ?? charge.txid, charge.payments.length + 1);
}

/** Notices that come before their payment are on the agenda since the charge was made. */
function following(charge: BankCharge, { at, endToEndId }: BankPayment, timeScale: number) {
  const { noticesAfterMs, takenBackAfterMs } = scenarioOf(charge);
  const later = noticesAfterMs.filter((ms) => ms >= 0);
  const notices = later.map(
    (ms): Happening => ({ kind: 'tell', at: at + Math.round(ms / timeScale), endToEndId, tries: 0 }),
  );
  if (takenBackAfterMs === undefined) return notices;
  return [
    ...notices,
    { kind: 'take_back', at: at + Math.round(takenBackAfterMs / timeScale), endToEndId } as const,
  ];
}
