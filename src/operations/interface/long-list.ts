import { setImmediate as nextTurn } from 'node:timers/promises';

/** Read and written between two turns of the event loop: a few milliseconds. */
const ROWS_AT_ONCE = 250;

/** The rows of a list above an id, in the order of their ids. */
export interface Page {
  readonly afterId: number;
  readonly limit: number;
}

const LONG_LIST = Symbol('long list');

interface LongList {
  readonly [LONG_LIST]: true;
  /** JSON of the records of one page, and the id of the last. */
  page(page: Page): Promise<{ readonly written: readonly string[]; readonly lastId: number }>;
}

/**
 * A member of an answer that may have thousands of records. It is read and written page by page when the answer is
 * sent, so that no payment waits while a list is made.
 */
export function longList<Row extends { readonly id: number }>(
  read: (page: Page) => Promise<readonly Row[]>,
  write: (row: Row) => object,
): object {
  const list: LongList = {
    [LONG_LIST]: true,
    page: async (page) => {
      const rows = await read(page);
      return { written: rows.map((row) => JSON.stringify(write(row))), lastId: rows.at(-1)?.id ?? 0 };
    },
  };
  return list;
}

/** The JSON of an answer. */
export async function answerBytes(answer: object): Promise<Buffer> {
  const parts: Buffer[] = [];
  let separator = '{';
  for (const [name, value] of Object.entries(answer)) {
    parts.push(Buffer.from(`${separator}${JSON.stringify(name)}:`));
    separator = ',';
    if (isLongList(value)) await writeList(value, parts);
    else parts.push(Buffer.from(JSON.stringify(value)));
  }
  parts.push(Buffer.from(separator === '{' ? '{}' : '}'));
  return Buffer.concat(parts);
}

/** Ends, because what one person may have of anything is limited. */
async function writeList(list: LongList, parts: Buffer[]): Promise<void> {
  let separator = '[';
  let page = { afterId: 0, limit: ROWS_AT_ONCE };
  for (;;) {
    const { written, lastId } = await list.page(page);
    if (written.length > 0) {
      parts.push(Buffer.from(separator + written.join(',')));
      separator = ',';
    }
    if (written.length < ROWS_AT_ONCE) break;
    page = { ...page, afterId: lastId };
    await nextTurn();
  }
  parts.push(Buffer.from(separator === '[' ? '[]' : ']'));
}

function isLongList(value: unknown): value is LongList {
  return typeof value === 'object' && value !== null && LONG_LIST in value;
}
