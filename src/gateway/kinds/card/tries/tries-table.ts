import {
  type BulkTable,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../../platform/database/index.ts';
import { KEPT_TRIES } from './retry-limits.ts';

/** The last times at which a card was tried, newest first. */
export interface CardTriesRow {
  /** Fingerprint of the card, and what its scheme counts apart. */
  readonly key: string;
  /** Whole seconds since 1970, each in seven digits of base 36. */
  readonly times: string;
  /** The day of the newest one, in days since 1970. */
  readonly lastDay: number;
}

export interface CardTriesTables {
  card_tries: RowOf<CardTriesRow>;
}

const TIME_DIGITS = 7;
const BASE = 36;
const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;

export const ADD_TRIES: BulkTable<CardTriesRow> = {
  ...defineTable<CardTriesRow>('card_tries', { key: 'text', times: 'text', lastDay: 'bigint' }),
  prepending: { key: 'key', text: 'times', length: KEPT_TRIES * TIME_DIGITS, sets: ['lastDay'] },
};

export const cardTriesMigrations: RoomMigrations = {
  '2026-11-26-tries-of-cards': {
    up: async ({ schema }) => {
      await schema
        .createTable('card_tries')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('times', 'text', (column) => column.notNull())
        .addColumn('last_day', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('card_tries_by_day').on('card_tries').column('last_day').execute();
    },
  },
};

export function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}

export function writeTime(at: number): string {
  return Math.floor(at / SECOND_MS)
    .toString(BASE)
    .padStart(TIME_DIGITS, '0');
}

/** In milliseconds since 1970. */
export function readTimes(times: string): readonly number[] {
  const found: number[] = [];
  for (let from = 0; from < times.length; from += TIME_DIGITS) {
    found.push(Number.parseInt(times.slice(from, from + TIME_DIGITS), BASE) * SECOND_MS);
  }
  return found;
}
