import type { SlipAtAddress } from '../../kinds/slip/index.ts';
import { Status } from '../../transactions/index.ts';
import { type PixStand, standOf } from '../pix-page/stand.ts';

/** How a slip stands for its buyer: of an intention, which may have been paid in another way, or still may be, by its own try. */
export function slipStandOf(found: SlipAtAddress, now: number): PixStand {
  const { transaction, charge, tryState } = found;
  const { order, result } = transaction;
  if (!order.intention) return standOf(found, now);
  const isTaken = result.status === Status.authorized || result.capturedAmount !== undefined;
  const isOpen =
    result.status === Status.started ||
    result.status === Status.intention ||
    result.status === Status.pending;
  switch (tryState) {
    case 'sending':
    case 'unknown':
    case 'waiting':
      // Something else has paid, and the bank has not confirmed yet that nobody can pay the slip.
      return isTaken ? 'ending' : standOf(found, now);
    case 'approved':
      return standOf(found, now);
    default: {
      if (!isTaken && !isOpen) return standOf(found, now);
      if (tryState === 'declined' || tryState === 'invalid' || tryState === 'not_sent') return 'failed';
      return charge.ending === undefined && now >= charge.expiresAt ? 'expired' : 'canceled';
    }
  }
}
