import { type Database, groupReads, type WriteTransaction } from '../../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../../platform/time/clock.ts';
import type { RowBeside } from '../../../transactions/rules/row-beside.ts';
import {
  finalRefusalsKey,
  keysOf,
  LONGEST_WINDOW_MS,
  type TriedCard,
  type UsedTries,
  usedTries,
} from './retry-limits.ts';
import {
  ADD_TRIES,
  type CardTriesRow,
  type CardTriesTables,
  dayNumber,
  readTimes,
  writeTime,
} from './tries-table.ts';

/** How often each card of each person was tried, whatever the way and the acquirer. */
export interface CardTries {
  /** What was used of the ceilings of the card's scheme by now. */
  usedBy(card: TriedCard): Promise<readonly UsedTries[]>;
  readonly jobs: readonly Job[];
}

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

export function createCardTries({ database, clock, time }: Options): CardTries {
  const timesOf = groupReads((keys: readonly string[]) => readKeys(database, keys));
  return {
    usedBy: async (card) => {
      const keys = [...keysOf(card), finalRefusalsKey(card)];
      const times = new Map(
        await Promise.all(keys.map(async (key) => [key, readTimes((await timesOf(key)) ?? '')] as const)),
      );
      return usedTries(card, (key) => times.get(key) ?? [], { now: clock.now(), time });
    },
    jobs: [
      sweepJob('forget tries of cards', (limit) =>
        deleteOlder(database, dayNumber(clock.now() - LONGEST_WINDOW_MS), limit),
      ),
    ],
  };
}

async function readKeys(database: Database, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .read<CardTriesTables>()
    .selectFrom('card_tries')
    .select(['key', 'times'])
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, times }) => [key, times]));
}

async function deleteOlder(database: Database, beforeDay: number, limit: number): Promise<number> {
  const deleted = await database.write((write) =>
    write
      .tables<CardTriesTables>()
      .deleteFrom('card_tries')
      .where('key', 'in', (old) =>
        old
          .selectFrom('card_tries')
          .select('key')
          .where('last_day', '<', beforeDay)
          .orderBy('last_day')
          .limit(limit),
      )
      .where('last_day', '<', beforeDay)
      .executeTakeFirst(),
  );
  return Number(deleted.numDeletedRows);
}

/** A try that its issuer, or nobody in time, has answered. `isFinal`: never again with this card. */
export interface AnsweredTry {
  readonly card: TriedCard;
  readonly at: number;
  readonly isFinal: boolean;
}

/** What is written of a try, in the commit of its outcome. */
export function rowsOfTry({ card, at, isFinal }: AnsweredTry): readonly RowBeside[] {
  return rowsUnder(isFinal ? [...keysOf(card), finalRefusalsKey(card)] : keysOf(card), at);
}

/** The same where the try is counted already, and its issuer's refusal was not known yet. */
export function rowsOfFinalRefusal({ card, at }: Omit<AnsweredTry, 'isFinal'>): readonly RowBeside[] {
  return rowsUnder([finalRefusalsKey(card)], at);
}

function rowsUnder(keys: readonly string[], at: number): readonly RowBeside[] {
  const times = writeTime(at);
  const lastDay = dayNumber(at);
  return keys.map((key) => ({ writer: writeTries, row: { key, times, lastDay } satisfies CardTriesRow }));
}

async function writeTries(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  await write.insertRows(ADD_TRIES, byKey(rows as readonly CardTriesRow[]));
}

/** One statement cannot write a row twice; in one order, so that two instances never wait for each other. */
function byKey(rows: readonly CardTriesRow[]): readonly CardTriesRow[] {
  const merged = new Map<string, CardTriesRow>();
  for (const row of rows) {
    const known = merged.get(row.key);
    merged.set(row.key, {
      key: row.key,
      times: row.times + (known?.times ?? ''),
      lastDay: Math.max(row.lastDay, known?.lastDay ?? 0),
    });
  }
  return [...merged.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
