import { refuseControl } from '../../host/control/reading.ts';
import type { Payment, Return } from '../charges/book.ts';
import type { Host } from '../host.ts';
import { endToEndId } from '../wire/ids.ts';

export const MED_NATURES = ['MED_FRAUDE', 'MED_OPERACIONAL'] as const;
export type MedNature = (typeof MED_NATURES)[number];

/** The payer's bank takes money back after a complaint, which nobody here asked for. */
export function takeBack(
  { clock, notices }: Host,
  payment: Payment,
  { nature, amount }: { readonly nature: MedNature; readonly amount: number },
): Return {
  if (amount > leftOf(payment)) {
    throw refuseControl('sim_conflict', { message: 'Não há tanto a devolver desse Pix.' });
  }
  const at = clock.now();
  const taken: Return = {
    id: `MED${payment.returns.length}${payment.endToEndId.slice(-11)}`,
    rtrId: endToEndId(at, 'D'),
    amount,
    nature,
    description: undefined,
    requestedAt: at,
    state: 'DEVOLVIDO',
    settledAt: at,
    reason: undefined,
  };
  payment.returns.push(taken);
  notices.announce(payment, 1);
  return taken;
}

/** What has not gone back, nor is on its way. */
export function leftOf({ amount, returns }: Payment): number {
  return returns.reduce((left, one) => (one.state === 'NAO_REALIZADO' ? left : left - one.amount), amount);
}
