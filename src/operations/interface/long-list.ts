/** Rows read and written in one turn of the event loop, which takes a few milliseconds. */
const ROWS_AT_ONCE = 250;

/** The rows of a list after an id, ordered by id. */
export interface ListPage {
  readonly afterId: number;
  readonly limit: number;
}

const LONG_LIST = Symbol('long list');

interface LongList {
  readonly [LONG_LIST]: true;
  /** JSON of the records of one page, and the id of the last. */
  page(page: ListPage): Promise<{ readonly written: readonly string[]; readonly lastId: number }>;
}

/**
 * A member of an answer that may have thousands of records. It is read and written page by page while the answer is
 * sent, so that a list does not delay payments and is never held in memory as a whole.
 */
export function longList<Row extends { readonly id: number }>(
  read: (page: ListPage) => Promise<readonly Row[]>,
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

export function hasLongList(answer: object): boolean {
  return Object.values(answer).some(isLongList);
}

/** The JSON of an answer: yields after each full page of a list, and returns the rest. */
export async function* answerParts(answer: object): AsyncGenerator<string, string> {
  let text = '';
  let separator = '{';
  for (const [name, value] of Object.entries(answer)) {
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!isLongList(value)) {
      text += JSON.stringify(value);
      continue;
    }
    const pages = listParts(value, text);
    for (;;) {
      const part = await pages.next();
      text = part.done ? part.value : '';
      if (part.done) break;
      yield part.value;
    }
  }
  return `${text}${separator === '{' ? '{}' : '}'}`;
}

/** Terminates, because the records of one person are limited. */
async function* listParts(list: LongList, before: string): AsyncGenerator<string, string> {
  let text = `${before}[`;
  let separator = '';
  let page = { afterId: 0, limit: ROWS_AT_ONCE };
  for (;;) {
    const { written, lastId } = await list.page(page);
    if (written.length > 0) text += separator + written.join(',');
    if (written.length < ROWS_AT_ONCE) return `${text}]`;
    yield text;
    text = '';
    separator = ',';
    page = { ...page, afterId: lastId };
  }
}

function isLongList(value: unknown): value is LongList {
  return typeof value === 'object' && value !== null && LONG_LIST in value;
}
