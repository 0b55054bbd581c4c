import type { MinorUnits } from '../../../capabilities.ts';
import type { Payer } from '../../../received-payment.ts';
import { pixScenario } from '../scenarios.ts';
import type { BankCharge, BankPayment, Happening } from './bank-charge.ts';
import { endToEndIdOf } from './bank-ids.ts';

/** A CPF that is valid and nobody's. */
const SOMEBODY: Payer = { name: 'Pagador de Teste', document: '52998224725' };

export interface Paying {
  readonly at: number;
  /** By default the charge's. */
  readonly amount?: MinorUnits | undefined;
  readonly payer?: Payer | undefined;
  /** Takes money that the bank would not take: late, twice, another amount, for what is removed. */
  readonly force?: boolean | undefined;
  /** Divides the waits. */
  readonly timeScale: number;
}

/** What the next payment of a charge would be called. */
export function nextEndToEndId(
  { txid, payments }: Pick<BankCharge, 'txid' | 'payments'>,
  at: number,
): string {
  return endToEndIdOf(txid, payments.length, at);
}

/** The charge with one more payment; undefined where the bank does not take it. */
export function pay(charge: BankCharge, { at, amount = charge.amount, payer, force, timeScale }: Paying) {
  const isDue = charge.state === 'active' && amount === charge.amount;
  if (!force && !(isDue && at <= charge.expiresAt)) return undefined;
  const payment: BankPayment = {
    endToEndId: nextEndToEndId(charge, at),
    amount,
    at,
    payer: payer ?? charge.debtor ?? SOMEBODY,
    settles: isDue,
    returns: [],
  };
  const agenda = charge.agenda.filter(({ kind }) => !isDue || kind !== 'pay');
  const paid: BankCharge = {
    ...charge,
    state: isDue ? 'paid' : charge.state,
    payments: [...charge.payments, payment],
    agenda: [...agenda, ...following(charge, payment, timeScale)],
  };
  return { charge: paid, payment };
}

/** Notices that come before their payment are on the agenda since the charge was made. */
function following({ amount }: BankCharge, { at, endToEndId }: BankPayment, timeScale: number) {
  const { noticesAfterMs, takenBackAfterMs } = pixScenario(amount);
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
