import { readRecord } from '../answer/record.ts';
import type { CieloAccount } from '../call/settings.ts';
import type { CieloContext } from '../context.ts';

const NOT_FOUND = 404;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/**
 * Which Pix a notice is about: it names Cielo's id alone, and Cielo is asked for our order number. `none`: no Pix of ours.
 * `later`: Cielo could not be asked.
 */
export async function referenceOfNotice(
  { host, timing, deadlineIn }: CieloContext,
  account: CieloAccount,
  paymentId: string,
): Promise<{ readonly reference: string } | 'none' | 'later'> {
  const path = `/1/sales/${encodeURIComponent(paymentId)}`;
  const reply = await host.call(account, { method: 'GET', path }, deadlineIn(timing.otherMs));
  if (reply.kind !== 'answered') return 'later';
  if (reply.status === NOT_FOUND) return 'none';
  if (reply.status >= 400) return 'later';
  const { reference, pix } = readRecord(reply.fields, reply.status);
  return pix !== undefined && reference !== undefined && REFERENCE.test(reference) ? { reference } : 'none';
}
