import type { StandOf } from '../../gateway/providers/index.ts';
import { moment } from '../interface/moment.ts';
import type { ShownStand } from './schema.ts';

/** How an account for cards does, as the panel shows it. */
export function shownStand(
  standOf: StandOf,
  account: { readonly id: number; readonly provider: string },
): ShownStand {
  const { state, since, until, reason } = standOf({ accountId: account.id, provider: account.provider });
  return {
    state,
    since: since === undefined ? null : moment(since),
    until: until === undefined ? null : moment(until),
    reason: reason ?? null,
  };
}
