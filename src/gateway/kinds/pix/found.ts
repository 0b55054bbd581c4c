import { chargeAgain } from '../../charges/charge-again.ts';
import type { AwaitedBuyers } from '../../transactions/recovery/context.ts';
import { rowWithCode } from './prepare.ts';

/** For recovery: codes are looked at by a job of their own, and one whose answer was lost can still be paid. */
export const foundPix: AwaitedBuyers = {
  endsAt: async () => undefined,
  resolve: async () => ({ kind: 'waiting', reason: 'Pix has a job of its own' }),
  found: (action, { reference }) => rowWithCode(action, reference),
  again: chargeAgain,
};
