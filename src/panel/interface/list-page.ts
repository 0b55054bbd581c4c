import Type from 'typebox';
import { splitPage } from '../../platform/lists/page.ts';
import { refusePanel } from '../refusals.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_SEARCH_CHARACTERS = 100;

/** The query of every list: the cursor and the number of rows. */
export const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 20 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT })),
  search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_CHARACTERS })),
});

/** The query of lists whose rows can be archived. */
export const ArchivableQuery = Type.Object({
  ...PageQuery.properties,
  /** The archived ones; absent: those in use. */
  archived: Type.Optional(Type.Boolean()),
});

interface Page {
  /** The id of the last row of the page before; undefined for the first page. */
  readonly after: number | undefined;
  readonly limit: number;
}

interface ListQuery {
  readonly cursor?: string;
  readonly limit?: number;
  readonly search?: string;
}

/** The page to request: one extra row shows whether there is another page. */
export function wantedOf(query: ListQuery): {
  readonly beforeId: number | undefined;
  readonly limit: number;
  readonly search: string | undefined;
} {
  const { after, limit } = pageOf(query);
  return { beforeId: after, limit: limit + 1, search: query.search };
}

export function pageOf({ cursor, limit }: ListQuery): Page {
  if (cursor !== undefined && !/^[1-9]\d{0,15}$/.test(cursor)) {
    throw refusePanel('field_invalid', { field: 'cursor' });
  }
  return { after: cursor === undefined ? undefined : Number(cursor), limit: limit ?? DEFAULT_LIMIT };
}

/** The answer of one page; `rows` has an extra row if there is another page. */
export function answeredPage<Row extends { readonly id: number }, Written>(
  rows: readonly Row[],
  { limit }: Page,
  write: (row: Row) => Written,
): AnsweredPage<Written> {
  return pageUpTo(rows, limit, { write, placeOf: ({ id }) => String(id) });
}

interface AnsweredPage<Written> {
  readonly items: readonly Written[];
  readonly next: string | null;
}

/** The same of rows that are in another order than that of their ids: `placeOf` is the cursor behind a row. */
export function pageUpTo<Row, Written>(
  rows: readonly Row[],
  limit: number,
  { write, placeOf }: { write(row: Row): Written; placeOf(row: Row): string },
): AnsweredPage<Written> {
  const { shown, last } = splitPage(rows, limit);
  return { items: shown.map(write), next: last === undefined ? null : placeOf(last) };
}
