import { type Expression, type QueryExecutorProvider, sql } from 'kysely';

/** Where a record stands in a list. */
export interface Place<Id extends string | number = string | number> {
  readonly id: Id;
  readonly created_at: number;
}

/** The newest first: by the time of creation and then by id, or by id alone. */
export type ListOrder = 'time' | 'id';

export function newestFirst(order: ListOrder): (one: Place, other: Place) => number {
  return (one, other) => {
    const apart = order === 'id' ? 0 : other.created_at - one.created_at;
    if (apart !== 0) return apart;
    return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
  };
}

/** One part of a list, found by one index; a record may be in several parts. */
export interface ListPart<Id extends string | number> {
  /** Not more than the page has. */
  readonly places: Expression<Place<Id>>;
  /** The records among which `places` looks for those of the filter; undefined: it finds all there are. */
  readonly looked?: Expression<Place<Id>> | undefined;
  /** At most so many are looked at. */
  readonly most: number;
}

export interface FoundPlaces<Id extends string | number> {
  /** The newest of all parts, each once. */
  readonly places: readonly Place<Id>[];
  /** The last record that was looked at, if older ones may belong to this page. */
  readonly lookedUntil: Place<Id> | undefined;
  /** Some part looked at as many as it may. */
  readonly isBounded: boolean;
}

/**
 * A page of a list whose filter is several queries, each with an index of its own. All in one statement: beside payments
 * each waits for its turn.
 */
export async function placesOfParts<Id extends string | number>(
  database: QueryExecutorProvider,
  parts: readonly ListPart<Id>[],
  { limit, order }: { readonly limit: number; readonly order: ListOrder },
): Promise<FoundPlaces<Id>> {
  if (parts.length === 0) return { places: [], lookedUntil: undefined, isBounded: false };
  const compare = newestFirst(order);
  const selects = parts.flatMap((part, index) => selectsOf(part, index, order));
  const { rows } = await sql<PartRow<Id>>`${sql.join(selects, sql` union all `)}`.execute(database);
  const found = parts.map((part, index) =>
    readPart(
      part,
      rows.filter((row) => Number(row.part) === index),
    ),
  );
  const lookedUntil = found
    .filter(({ places }) => places.length < limit)
    .flatMap(({ last }) => last ?? [])
    .toSorted(compare)[0];
  const byId = new Map(found.flatMap(({ places }) => places).map((place) => [place.id, place]));
  const places = [...byId.values()]
    // Below this another part may have newer ones that it has not looked at.
    .filter((place) => lookedUntil === undefined || compare(place, lookedUntil) <= 0)
    .sort(compare)
    .slice(0, limit);
  return {
    places,
    lookedUntil: places.length < limit ? lookedUntil : undefined,
    isBounded: found.some(({ last }) => last !== undefined),
  };
}

/** A place that a part finds has no `count`; the last record that it looked at counts all of them. */
interface PartRow<Id extends string | number> extends Place<Id> {
  readonly part: number;
  readonly count: number | null;
}

function selectsOf<Id extends string | number>(
  { places, looked }: ListPart<Id>,
  index: number,
  order: ListOrder,
) {
  const part = sql.lit(index);
  const found = sql`select ${part} as part, id, created_at, cast(null as bigint) as count from (${places}) as found`;
  if (!looked) return [found];
  const last = sql`select ${part} as part, id, created_at, count(*) over () as count
    from (${looked}) as looked order by ${order === 'id' ? sql`` : sql`created_at, `}id limit 1`;
  return [found, sql`select part, id, created_at, count from (${last}) as last_one`];
}

/** `last`: the last record that it looked at, if there may be more. */
function readPart<Id extends string | number>({ most }: ListPart<Id>, rows: readonly PartRow<Id>[]) {
  const last = rows.find(({ count }) => count !== null);
  return {
    places: rows.filter(({ count }) => count === null),
    last: last && Number(last.count) >= most ? last : undefined,
  };
}
