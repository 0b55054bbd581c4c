import type { Job } from '../../../platform/jobs/index.ts';
import type { MerchantAccount, MerchantAccounts, StatementSource } from '../../providers/index.ts';
import { NOT_READ } from '../rules/reading-state.ts';
import {
  type AccountToRead,
  readNewDays,
  readOlderSales,
  type StatementDependencies,
} from './read-account.ts';
import { StatementFault } from './read-period.ts';

const EVERY_MS = 10 * 60_000;
/** Acquirers tell more of a day as it goes on. */
const HOURS_OF_SLOT = 6;
/** Of a slot, which begins with its day. */
const DAY_TEXT = 10;

export interface StatementsJob extends StatementDependencies {
  readonly sources: ReadonlyMap<string, StatementSource>;
  readonly accounts: Pick<MerchantAccounts, 'list' | 'settings'>;
  readonly time: StatementDependencies['time'] & { iso(epochMs: number): string };
  onFault(account: MerchantAccount, reason: string): void;
}

/**
 * Reads the statements of each account that asked for it, some times a day, with the days that were missed. A run that is cut ends with
 * an error, and the next one begins behind the account at which it was: a large one, which needs many runs, keeps no other waiting.
 */
export function statementsJob(dependencies: StatementsJob): Job {
  let cutAt: number | undefined;
  return {
    name: 'statements',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const asked = new Set<number>();
      for (const account of startingBehind(await dependencies.accounts.list(undefined), cutAt)) {
        signal.throwIfAborted();
        cutAt = account.id;
        const toRead = await accountToRead(dependencies, account);
        if (!toRead) continue;
        asked.add(account.id);
        await readInSlot(dependencies, account, toRead, signal);
      }
      cutAt = undefined;
      await noteOthers(dependencies, asked);
    },
  };
}

/** All of them, in their order: those behind the one with this id first. */
function startingBehind(
  accounts: readonly MerchantAccount[],
  id: number | undefined,
): readonly MerchantAccount[] {
  const start = accounts.findIndex((account) => account.id === id) + 1;
  return [...accounts.slice(start), ...accounts.slice(0, start)];
}

/** Accounts that were removed, or whose statements nobody asks for any more: that is no fault. */
async function noteOthers(
  { readings }: Pick<StatementsJob, 'readings'>,
  asked: ReadonlySet<number>,
): Promise<void> {
  for (const reading of await readings.list()) {
    if (asked.has(reading.accountId) || reading.slot === NOT_READ) continue;
    await readings.note(reading, { slot: NOT_READ, progress: undefined, problem: undefined });
  }
}

/** Undefined: its statements are not read. */
export async function accountToRead(
  { sources, accounts }: Pick<StatementsJob, 'sources' | 'accounts'>,
  account: MerchantAccount,
): Promise<AccountToRead | undefined> {
  const source = sources.get(account.provider);
  if (!source) return undefined;
  const settings = await accounts.settings(account);
  if (!source.isOn(settings)) return undefined;
  const { id: accountId, personId: merchantId, provider } = account;
  return { owner: { accountId, merchantId, provider }, source, settings };
}

async function readInSlot(
  dependencies: StatementsJob,
  account: MerchantAccount,
  toRead: AccountToRead,
  signal: AbortSignal,
): Promise<void> {
  const { readings, time, clock } = dependencies;
  const slot = slotOf(time.iso(clock.now()));
  const before = await readings.of(account.id);
  if (before?.slot === slot) return;
  try {
    await readNewDays(dependencies, toRead, { signal });
    // What was never read before was read as a whole.
    const isFirstOfDay =
      before?.readUntil !== undefined && before.slot?.slice(0, DAY_TEXT) !== slot.slice(0, DAY_TEXT);
    if (isFirstOfDay) await readOlderSales(dependencies, toRead, { signal });
    await readings.note(toRead.owner, { slot });
  } catch (fault) {
    if (!(fault instanceof StatementFault) || signal.aborted) throw fault;
    dependencies.onFault(account, fault.message);
    // What somebody has to change first is asked again in the next part of the day.
    await readings.note(toRead.owner, { problem: fault.message, ...(fault.isLasting && { slot }) });
  }
}

/** Not a time: a clock that is set back reads once more, and nothing waits for it. */
function slotOf(iso: string): string {
  return `${iso.slice(0, 10)} ${Math.floor(Number(iso.slice(11, 13)) / HOURS_OF_SLOT)}`;
}
