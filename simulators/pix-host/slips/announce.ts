import type { Host } from '../host.ts';
import type { Slip } from './book.ts';
import { c6Form } from './c6.ts';

/** C6 posts a slip with its new state to the address of the account. Itaú is told of its address in a portal, and posts nothing here. */
export function announceSlip({ quirks, slipNotices, notices }: Host, slip: Slip): void {
  const url = slipNotices.get(slip.client.clientId);
  if (quirks.slips === 'c6' && url !== undefined) void notices.post(url, c6Form(slip));
}
