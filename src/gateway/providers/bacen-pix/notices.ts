import type { NoticesOutcome, RegisterOutcome } from '../charge-provider.ts';
import type { BankAccount } from './call/settings.ts';
import { type BacenContext, isMissing, noAnswer, reasonOf } from './context.ts';

/** Registers one address for each key of the account. The bank puts `/pix` behind it. */
export async function registerNotices(
  { host, deadlineIn, timing }: BacenContext,
  account: BankAccount,
  url: string,
): Promise<RegisterOutcome> {
  if (!URL.canParse(url)) return { outcome: 'refused', reason: 'not an address' };
  const deadline = deadlineIn(timing.otherMs);
  const unlock = account.noticeLock === 'path' ? account.profile.unlockNotices : undefined;
  const headers = unlock ? { headers: { [unlock[0]]: unlock[1] } } : {};
  for (const path of pathsOf(account)) {
    const call = { method: 'PUT', path, body: { webhookUrl: url }, ...headers } as const;
    const reply = await host.call(account, call, deadline);
    if (reply.kind === 'refused') return { outcome: 'refused', reason: reasonOf(reply.problem) };
    if (reply.kind !== 'done') return noAnswer(reply);
  }
  return { outcome: 'registered' };
}

/** The addresses that are registered now. */
export async function noticesOf(
  { host, deadlineIn, timing }: BacenContext,
  account: BankAccount,
): Promise<NoticesOutcome> {
  const deadline = deadlineIn(timing.otherMs);
  const urls: string[] = [];
  for (const path of pathsOf(account)) {
    const reply = await host.call(account, { method: 'GET', path }, deadline);
    if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
    if (reply.kind === 'refused') {
      if (isMissing(reply)) continue;
      return { outcome: 'unknown', reason: reasonOf(reply.problem) };
    }
    const { webhookUrl } = reply.fields;
    if (typeof webhookUrl !== 'string') return { outcome: 'unknown', reason: 'the answer tells no address' };
    urls.push(webhookUrl);
  }
  return { outcome: 'found', urls };
}

function pathsOf({ keys }: BankAccount): readonly string[] {
  return Object.values(keys).map((key) => `/webhook/${encodeURIComponent(key)}`);
}
