import type { Database } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import type { AccountSettings, StatementPeriod, StatementSource } from '../../providers/index.ts';
import { matchAccount } from '../matching/match-account.ts';
import type { AnswerStore } from './answer-store.ts';
import type { StatementOwner } from './line-of.ts';
import type { LineStore } from './line-store.ts';
import { readSalesAgain, readStatementPeriod } from './read-period.ts';
import type { ReadingStore } from './reading-store.ts';

/** What was read is read again for so long: acquirers correct what they told. */
const AGAIN_DAYS = 7;
/** A payout that is held back is looked at for so long. */
const LONGEST_OPEN_DAYS = 120;
/** A buyer may dispute a sale for so long. */
const DISPUTED_WITHIN_DAYS = 180;
const WEEK_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

export interface StatementDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
  readonly answers: AnswerStore;
  readonly lines: LineStore;
  readonly readings: ReadingStore;
}

export interface AccountToRead {
  readonly owner: StatementOwner;
  readonly source: StatementSource;
  readonly settings: AccountSettings;
}

export interface ReadDays {
  readonly payouts: number;
  readonly corrections: number;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told of each part of a long period. */
  readonly onProgress?: (text: string) => void;
}

/** All days since it was read last, and again those that may have changed since. */
export async function readNewDays(
  dependencies: StatementDependencies,
  account: AccountToRead,
  options: ReadOptions,
): Promise<ReadDays> {
  const { readings, clock, time } = dependencies;
  const today = time.day(clock.now());
  const known = await readings.of(account.owner.accountId);
  if (known?.readUntil === undefined) {
    const first = (await readings.firstSaleDay(account.owner)) ?? today;
    return readDays(dependencies, account, { from: earlier(first, today), to: today }, options);
  }
  const open = await readings.oldestOpenDay(account.owner.accountId);
  const again = daysAfter(earlier(known.readUntil, today), 1 - AGAIN_DAYS);
  const oldest = daysAfter(today, -LONGEST_OPEN_DAYS);
  const from = open !== undefined && open >= oldest && open < again ? open : again;
  return readDays(dependencies, account, { from: earlier(from, today), to: today }, options);
}

/**
 * Sales that are older than what is read again each time, for those that are disputed since. By weeks that are the same every day, so
 * that an answer in which nothing changed is not kept once more. Throws StatementFault.
 */
export async function readOlderSales(
  dependencies: StatementDependencies,
  account: AccountToRead,
  { signal }: Pick<ReadOptions, 'signal'>,
): Promise<void> {
  const { readings, clock, time } = dependencies;
  const { owner } = account;
  const today = time.day(clock.now());
  const { readFrom } = (await readings.of(owner.accountId)) ?? {};
  if (readFrom === undefined) return;
  const [oldest = today] = [daysAfter(today, -DISPUTED_WITHIN_DAYS), readFrom].toSorted().slice(-1);
  let corrections = 0;
  for (
    let from = firstOfWeek(oldest);
    from < daysAfter(today, 1 - AGAIN_DAYS);
    from = daysAfter(from, WEEK_DAYS)
  ) {
    const week = { from, to: daysAfter(from, WEEK_DAYS - 1) };
    corrections += await readSalesAgain({ ...dependencies, ...account, today, signal }, week);
  }
  if (corrections === 0) return;
  const before = (await readings.of(owner.accountId))?.corrections ?? 0;
  await readings.note(owner, { corrections: before + corrections });
  await matchAccount(dependencies, owner.accountId, signal);
}

function firstOfWeek(day: string): string {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  return daysAfter(day, -(number % WEEK_DAYS));
}

/** A period, window by window; each that ended is noted, so that what is interrupted goes on there. Throws StatementFault. */
export async function readDays(
  dependencies: StatementDependencies,
  account: AccountToRead,
  { from, to }: StatementPeriod,
  { signal, onProgress }: ReadOptions,
): Promise<ReadDays> {
  const { readings, clock, time } = dependencies;
  const { owner, source } = account;
  const today = time.day(clock.now());
  const windows = windowsOf(from, to, source.windowDays);
  const sum = { payouts: 0, corrections: 0 };
  const known = await readings.of(owner.accountId);
  const readFrom = known?.readFrom ? earlier(known.readFrom, from) : from;
  let readUntil = known?.readUntil;
  for (const [index, window] of windows.entries()) {
    const progress = `${index + 1}/${windows.length}: ${window.from} – ${window.to}`;
    onProgress?.(progress);
    await readings.note(owner, { readFrom, progress });
    const read = await readStatementPeriod({ ...dependencies, ...account, today, signal }, window);
    sum.payouts += read.payouts;
    sum.corrections += read.corrections;
    // Of today more may be told later. A gap that is older is read by the one who asked for a later period.
    const ended = window.to < today ? window.to : daysAfter(today, -1);
    const isNext = readUntil === undefined || daysAfter(readUntil, 1) >= window.from;
    if (isNext && (readUntil === undefined || ended > readUntil)) readUntil = ended;
    const corrections = ((await readings.of(owner.accountId))?.corrections ?? 0) + read.corrections;
    await readings.note(owner, { readUntil, corrections });
    await matchAccount(dependencies, owner.accountId, signal);
  }
  await readings.note(owner, { progress: undefined, problem: undefined });
  return sum;
}

function earlier(one: string, other: string): string {
  return [one, other].toSorted()[0] ?? one;
}

function windowsOf(from: string, to: string, days: number): readonly StatementPeriod[] {
  const windows: StatementPeriod[] = [];
  for (let start = from; start <= to; start = daysAfter(start, days)) {
    const end = daysAfter(start, days - 1);
    windows.push({ from: start, to: end < to ? end : to });
  }
  return windows;
}
