import { noAnswer, reasonOf } from '../bacen-pix/index.ts';
import type { RegisterOutcome } from '../charge-provider.ts';
import type { SlipAccount } from './account.ts';
import type { SlipContext } from './context.ts';

/** Why a bank is not told of the address: its shop does that. */
export const BY_HAND = 'the address is set in the portal of the bank';

/** Asks the bank to tell of slips at this address. */
export async function registerSlipNotices(
  { host, deadlineIn, timing, dialect }: SlipContext,
  account: SlipAccount,
  url: string,
): Promise<RegisterOutcome> {
  if (!URL.canParse(url)) return { outcome: 'refused', reason: 'not an address' };
  const asked = dialect.notices(account, url);
  if (!asked) return { outcome: 'refused', reason: BY_HAND };
  const reply = await host.call(asked.access, asked.call, deadlineIn(timing.otherMs));
  if (reply.kind === 'done') return { outcome: 'registered' };
  if (reply.kind === 'refused') return { outcome: 'refused', reason: reasonOf(reply.problem) };
  return noAnswer(reply);
}
