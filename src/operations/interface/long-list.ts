import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that are written between two turns of the event loop: a few milliseconds. */
const ROWS_AT_ONCE = 100;

const LONG_LIST = Symbol('long list');

interface LongList<Row> {
  readonly [LONG_LIST]: true;
  readonly rows: readonly Row[];
  write(row: Row): object;
}

/**
 * A member of an answer that may have thousands of records: they are written a few at a time when the answer is sent,
 * so that a payment does not wait for a list.
 */
export function longList<Row>(rows: readonly Row[], write: (row: Row) => object): object {
  const list: LongList<Row> = { [LONG_LIST]: true, rows, write };
  return list;
}

/** The JSON of an answer, in bytes. */
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

async function writeList(list: LongList<unknown>, parts: Buffer[]): Promise<void> {
  const { rows, write } = list;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await nextTurn();
    const written = rows.slice(from, from + ROWS_AT_ONCE).map((row) => JSON.stringify(write(row)));
    parts.push(Buffer.from((from === 0 ? '[' : ',') + written.join(',')));
  }
  parts.push(Buffer.from(rows.length === 0 ? '[]' : ']'));
}

function isLongList(value: unknown): value is LongList<unknown> {
  return typeof value === 'object' && value !== null && LONG_LIST in value;
}
