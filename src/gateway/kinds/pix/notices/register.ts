import type { AccountSettings, ChargeProvider } from '../../../providers/index.ts';
import type { PixAccountStore } from './account-store.ts';
import type { NoticeAddresses } from './addresses.ts';
import type { NoticesTold } from './pix-account.ts';

type Bank = Pick<ChargeProvider, 'registerNotices' | 'noticesOf'>;

export interface RegisterDependencies {
  readonly accounts: Pick<PixAccountStore, 'change'>;
  readonly addresses: Pick<NoticeAddresses, 'urlOf'>;
}

/** How the address for notices of an account stands at its bank. */
export interface RegisteredNotices {
  readonly url: string;
  /** Why the bank did not take the address; undefined: it did. */
  readonly reason: string | undefined;
  /** Read back; undefined where the bank did not say. */
  readonly told: NoticesTold | undefined;
}

/** Asks the bank to tell payments of an account to its address, and reads back where it does. */
export async function registerNoticeAddress(
  dependencies: RegisterDependencies,
  bank: Bank,
  account: AccountSettings,
): Promise<RegisteredNotices> {
  const url = await dependencies.addresses.urlOf(Number(account.accountId));
  const registered = await bank.registerNotices(account, url);
  return {
    url,
    reason: registered.outcome === 'registered' ? undefined : registered.reason,
    told: await readNotices(dependencies, bank, account),
  };
}

/** Where the bank tells payments now, which is kept for the operator. */
export async function readNotices(
  { accounts, addresses }: RegisterDependencies,
  bank: Pick<Bank, 'noticesOf'>,
  account: AccountSettings,
): Promise<NoticesTold | undefined> {
  const accountId = Number(account.accountId);
  const url = await addresses.urlOf(accountId);
  const found = await bank.noticesOf(account);
  if (found.outcome !== 'found') return undefined;
  const told = toldTo(found.urls, url);
  await accounts.change(accountId, { told });
  return told;
}

function toldTo(urls: readonly string[], url: string): NoticesTold {
  if (urls.length === 0) return 'nowhere';
  return urls.every((one) => withoutTail(one) === url) ? 'here' : 'elsewhere';
}

/** Some banks answer the address with what they put behind it. */
function withoutTail(url: string): string {
  return url.replace(/\/(pix\/?)?$/, '');
}
