import type { Job } from '../../../../platform/jobs/index.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { LIST_EVERY_MS } from '../../../charges/charge.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import type { Banks } from '../../../providers/index.ts';
import type { PixAccountStore } from '../notices/account-store.ts';
import type { NoticeAddresses } from '../notices/addresses.ts';
import type { PixAccount } from '../notices/pix-account.ts';
import { readNotices } from '../notices/register.ts';
import { type ListedPeriod, listReceived } from './list-received.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS_OF_RETURNS = 31;
const EVERY_MS = MINUTE;
const LEAST_EVERY_MS = 250;
const MAX_A_RUN = 500;
const AT_ONCE = 8;
/** Each list reads the end of the one before again: banks show some payments late. */
const OVERLAP_MS = 2 * HOUR;
/** The first list of an account goes back for so long. */
const FIRST_MS = 24 * HOUR;
/** After a longer absence it is made up for in parts. */
const LONGEST_PERIOD_MS = 6 * HOUR;
/** Of one account in a run: the rest is read in the next one. */
const MAX_PERIODS = 8;
const AGAIN_MS = 5 * MINUTE;

export interface ReceivedDependencies {
  readonly charges: Pick<ChargeStore, 'knownPayments' | 'knownReturns' | 'lookNow'>;
  readonly accounts: PixAccountStore;
  readonly addresses: Pick<NoticeAddresses, 'urlOf'>;
  readonly banks: Pick<Banks, 'inUse'>;
  readonly clock: Clock;
  readonly timeScale: number;
  /** Called when a bank did not tell what arrived. It is asked again after five minutes. */
  onNotListed(provider: string, reason: string): void;
}

type InUse = Awaited<ReturnType<Banks['inUse']>>[number];

/**
 * Once an hour, all that arrived at the account of each merchant: payments whose notice was lost, or for charges that nobody
 * looks at any more. The time until which all was looked at is kept, so that nothing is left out after a stop.
 */
export function receivedJob(dependencies: ReceivedDependencies): Job {
  const { accounts, addresses, banks, clock, timeScale } = dependencies;
  return {
    name: 'pix received',
    where: 'leased',
    everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / timeScale),
    run: async (signal) => {
      const inUse = new Map((await banks.inUse()).map((one) => [one.accountId, one]));
      if (inUse.size === 0) return;
      const kept = new Set((await accounts.all()).map(({ accountId }) => accountId));
      // Makes what is kept of an account that was added without its address being shown.
      for (const accountId of inUse.keys()) if (!kept.has(accountId)) await addresses.urlOf(accountId);
      const due = (await accounts.due(clock.now(), MAX_A_RUN)).values();
      const faults: unknown[] = [];
      const worker = async () => {
        for (const account of due) {
          if (signal.aborted) return;
          await lookThrough(dependencies, account, inUse.get(account.accountId)).catch((fault) => {
            faults.push(fault);
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function lookThrough(
  dependencies: ReceivedDependencies,
  { accountId, listedUntil }: PixAccount,
  inUse: InUse | undefined,
): Promise<void> {
  const { accounts, charges, clock, timeScale } = dependencies;
  const now = clock.now();
  const after = (ms: number) => Math.ceil(now + ms / timeScale);
  // Of an account that was removed its open charges alone are looked at.
  if (!inUse) return accounts.change(accountId, { nextAt: after(LIST_EVERY_MS) });
  // Written first: an account that fails must not hold up the others.
  await accounts.change(accountId, { nextAt: after(AGAIN_MS) });
  const { connector: bank } = inUse.route;
  const account = await inUse.route.settings();
  let until = listedUntil;
  for (let periods = 0; periods < MAX_PERIODS; periods += 1) {
    const listed = await listReceived({ charges, bank, account }, periodAt(now, until));
    if (listed.outcome === 'not_listed') {
      dependencies.onNotListed(bank.provider, listed.reason);
      return;
    }
    // It never goes back, but from a time that a clock wrote that was ahead.
    until = Math.max(listed.until, Math.min(until ?? 0, now));
    const isUpToDate = until >= now;
    await accounts.change(accountId, { listedUntil: until, nextAt: isUpToDate ? after(LIST_EVERY_MS) : now });
    if (!isUpToDate) continue;
    const returned = await listReceived({ charges, bank, account }, dayOfReturns(now));
    if (returned.outcome === 'not_listed') dependencies.onNotListed(bank.provider, returned.reason);
    await readNotices(dependencies, bank, account);
    return;
  }
}

/**
 * Payments of one earlier day of which something went back: each hour another day of the last four weeks and a little, for the payer's bank may
 * take a payment back weeks later, and its notice be lost.
 */
export function dayOfReturns(now: number): ListedPeriod {
  const daysAgo = Math.floor(now / HOUR) % DAYS_OF_RETURNS;
  const to = now - daysAgo * DAY;
  return { from: to - DAY, to, returned: true };
}

/** What is read next. A time that lies ahead was written by a clock that was. */
export function periodAt(
  now: number,
  listedUntil: number | undefined,
): { readonly from: number; readonly to: number } {
  const from = listedUntil === undefined ? now - FIRST_MS : Math.min(listedUntil, now) - OVERLAP_MS;
  return { from, to: Math.min(now, from + LONGEST_PERIOD_MS) };
}
