import { errorVerdict } from './answer/verdict.ts';
import type { CieloAccount } from './call/settings.ts';
import type { CieloContext } from './context.ts';

export interface CieloHealth {
  readonly healthy: boolean;
  readonly reason?: string;
}

/** Belongs to no sale: the gateway's references are longer. */
const NO_REFERENCE = '0';

/** Whether the account can call Cielo: makes a query that finds nothing. */
export async function cieloHealth(
  { host, timing, deadlineIn }: CieloContext,
  account: CieloAccount,
): Promise<CieloHealth> {
  const path = `/1/sales?merchantOrderId=${NO_REFERENCE}`;
  const reply = await host.call(account, { method: 'GET', path }, deadlineIn(timing.authorizeMs));
  if (reply.kind !== 'answered') return { healthy: false, reason: reply.reason };
  const verdict = errorVerdict(reply.fields);
  return verdict?.kind === 'invalid_request' ? { healthy: false, reason: verdict.reason } : { healthy: true };
}
