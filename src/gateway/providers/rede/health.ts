import { verdictOf } from './answer/verdict.ts';
import type { RedeAccount } from './call/settings.ts';
import type { Tokens } from './call/tokens.ts';
import type { RedeContext } from './context.ts';

export interface RedeHealth {
  readonly healthy: boolean;
  readonly reason?: string;
}

/** Belongs to no sale: the gateway's references are longer. */
const NO_REFERENCE = '0';

/** Whether the account can call Rede: fetches a new token, or under version 1 makes a query that finds nothing. */
export async function checkHealth(
  { host, timing, deadlineIn }: RedeContext,
  tokens: Tokens,
  account: RedeAccount,
): Promise<RedeHealth> {
  if (account.auth === 'basic') {
    const path = `/transactions?reference=${NO_REFERENCE}`;
    const reply = await host.call(account, { method: 'GET', path }, deadlineIn(timing.tokenMs));
    if (reply.kind !== 'answered') return { healthy: false, reason: reply.reason };
    const verdict = verdictOf(reply.fields, reply.status);
    return verdict.kind === 'invalid_request'
      ? { healthy: false, reason: verdict.reason }
      : { healthy: true };
  }
  const token = await tokens.fetchNew(account);
  return token.kind === 'token' ? { healthy: true } : { healthy: false, reason: token.reason };
}
