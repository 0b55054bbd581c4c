import { chargeAgain } from '../../charges/charge-again.ts';
import type { AwaitedBuyers } from '../../transactions/recovery/context.ts';
import { rowOfRegistered } from './prepare.ts';

/** For recovery: slips are looked at by a job of their own, and one whose answer was lost can still be paid. */
export const foundSlip: AwaitedBuyers = {
  endsAt: async () => undefined,
  resolve: async () => ({ kind: 'waiting', reason: 'slips have a job of their own' }),
  found: (action, { reference }) => rowOfRegistered(action, reference),
  again: chargeAgain,
};
