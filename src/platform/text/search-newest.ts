import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldText } from './search-key.ts';

/** Rows that are looked at between two turns of the event loop: a few milliseconds, so that no payment waits. */
const ROWS_AT_ONCE = 1_000;

/** What a screen's list asks for. */
export interface ListWanted {
  /** Continues below this id, the last one of the page before. */
  readonly beforeId: number | undefined;
  readonly limit: number;
  /** Words that a row must have, in any letter case, with or without accents. */
  readonly search: string | undefined;
}

/** Rows below an id, newest first. */
export interface PageBelow {
  readonly beforeId: number | undefined;
  readonly limit: number;
}

/**
 * The newest rows whose texts have all searched words; without a search, one page. Ends, because what one person may
 * have of anything is limited.
 */
export async function searchNewest<Row extends { readonly id: number }>(
  read: (page: PageBelow) => Promise<readonly Row[]>,
  { beforeId, limit, search }: ListWanted,
  textsOf: (row: Row) => readonly (string | undefined)[],
): Promise<readonly Row[]> {
  const words = foldText(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return read({ beforeId, limit });
  const found: Row[] = [];
  let below = beforeId;
  for (;;) {
    const rows = await read({ beforeId: below, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      const text = foldText(textsOf(row).join(' '));
      if (words.every((word) => text.includes(word))) found.push(row);
      if (found.length === limit) return found;
    }
    if (rows.length < ROWS_AT_ONCE) return found;
    below = rows.at(-1)?.id;
    await nextTurn();
  }
}
