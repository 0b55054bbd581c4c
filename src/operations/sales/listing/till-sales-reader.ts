import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import type { ChargeTables } from '../../charges/index.ts';
import type { ClientTables } from '../../clients/index.ts';
import type { TerminalTables } from '../../terminals/index.ts';
import { CARD_STORING_METHODS } from '../record/listed-sale.ts';
import type { Sale } from '../record/sale.ts';
import { SALE_MARKS, type SaleMarks } from '../record/sale-marks.ts';
import { SALES, type SaleTables } from '../record/tables.ts';
import { selectTillDays, type TillDay } from '../record/till-days.ts';
import { MAX_MATCHES, selectChargingTransactions } from './search-till-sales.ts';
import {
  MAX_TILL_LOOKED_AT,
  newestBranches,
  type TillBranch,
  type TillLimits,
  type TillSalePlace,
  tillBranches,
} from './select-till-sales.ts';
import type { TillSaleFilter } from './till-sale-filter.ts';
import { summarizeTillSales, type TillSummary } from './till-summary.ts';

/** Maximum number of transactions found by the number or client of their sale. */
const MAX_CHARGING = 500;

/** A sale of a list. */
export interface ListedTillSale {
  readonly sale: Sale;
  readonly marks: SaleMarks;
  readonly terminalName: string;
  readonly client: { readonly name: string | undefined; readonly document: string } | undefined;
}

export interface TillSalesPage {
  readonly sales: readonly ListedTillSale[];
  /** The last sale that was looked at, if older ones may belong to this page; undefined: the page is complete. */
  readonly lookedUntil: TillSalePlace | undefined;
}

/**
 * Reads many till sales at once, on connections separate from payments: those that no transaction of the gateway
 * charges, which are not in the gateway's own reader.
 */
export interface TillSalesReader {
  /**
   * Newest first; `after` is the position of the last one of the previous page. Looks at a bounded number of sales: a
   * page of a rare filter may be incomplete, or empty, and then tells where to go on.
   */
  list(
    filter: TillSaleFilter,
    page: { readonly limit: number; readonly after: TillSalePlace | undefined },
  ): Promise<TillSalesPage>;
  summary(filter: TillSaleFilter): Promise<TillSummary>;
  /** Figures of local days, both inclusive, by day and status; days without sales are left out. */
  days(wanted: {
    readonly personId: number | undefined;
    readonly from: string;
    readonly to: string;
  }): Promise<readonly TillDay[]>;
  hasSales(personId: number): Promise<boolean>;
  /** The sales whose cards the gateway charged, by the ids of the charges. */
  salesOfCharges(chargeIds: readonly number[]): Promise<ReadonlyMap<number, ListedTillSale>>;
  /** The transactions that charge sales found by number, client or document; of very many those of the newest sales. */
  chargingTransactions(wanted: {
    readonly personId: number | undefined;
    readonly search: string;
  }): Promise<readonly string[]>;
}

export function createTillSalesReader({
  database,
  time,
  maxLookedAt = MAX_TILL_LOOKED_AT,
  maxMatches = MAX_MATCHES,
}: TillLimits & {
  readonly database: Pick<Database, 'readAside'>;
  readonly time: Pick<LocalTime, 'startOfDay'>;
}): TillSalesReader {
  const tables = () => database.readAside<SaleTables>();
  return {
    list: async (filter, { limit, after }) => {
      const branches = tillBranches(tables(), filter, time, { maxLookedAt, maxMatches });
      const [only] = branches;
      if (only && branches.length === 1 && !only.looked(after) && !only.matches) {
        const places = tables().selectFrom(only.places(limit, after).as('newest')).select('id');
        const rows = await listedSales(database).where('sales.id', 'in', places).execute();
        return { sales: rows.toSorted(newestRowFirst).map(toListed), lookedUntil: undefined };
      }
      const wanted = { limit, after, maxLookedAt };
      const found = await partsOf(tables(), branches, wanted);
      const isFrequent = found.some(({ matches }) => matches > maxMatches);
      const parts = isFrequent
        ? await partsOf(tables(), newestBranches(tables(), filter, time, maxLookedAt), wanted)
        : found;
      const lookedUntil = parts.flatMap((part) => part.lookedUntil ?? []).toSorted(newestFirst)[0];
      const places = new Map(parts.flatMap((part) => part.places).map((place) => [place.id, place]));
      const newest = [...places.values()]
        // Below this another part may have newer ones that it has not looked at.
        .filter((place) => lookedUntil === undefined || newestFirst(place, lookedUntil) <= 0)
        .toSorted(newestFirst)
        .slice(0, limit);
      return {
        sales: await readListed(
          database,
          newest.map(({ id }) => id),
        ),
        lookedUntil: newest.length < limit ? lookedUntil : undefined,
      };
    },
    summary: (filter) => summarizeTillSales(tables(), filter, time, { maxMatches }),
    days: (wanted) => selectTillDays(database.readAside(), wanted),
    hasSales: async (personId) => {
      const row = await tables()
        .selectFrom('sales')
        .select('id')
        .where('person_id', '=', personId)
        .where('method_id', 'not in', CARD_STORING_METHODS)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    salesOfCharges: async (chargeIds) => {
      if (chargeIds.length === 0) return new Map();
      const rows = await listedSales(database)
        .innerJoin('charges', 'charges.owner_id', 'sales.id')
        .where('charges.owner', '=', 'sale')
        .where('charges.id', 'in', chargeIds)
        .select('charges.id as charge_id')
        .execute();
      return new Map(rows.map((row) => [row.charge_id, toListed(row)]));
    },
    chargingTransactions: (wanted) =>
      selectChargingTransactions(tables(), wanted, { limit: MAX_CHARGING, maxMatches }),
  };
}

/** The places that one part finds, and the last sale that it looked at if there may be more. */
interface Part {
  readonly places: readonly TillSalePlace[];
  readonly lookedUntil: TillSalePlace | undefined;
  /** Of a search: how many sales it looked at. */
  readonly matches: number;
}

/** `count` only of the last sale that a part looked at, and of a search without a sale: how many it looked at. */
interface PartRow {
  readonly part: number;
  readonly id: number;
  readonly created_at: number;
  readonly count: number | null;
}

/** All parts in one query: beside payments each query waits for its turn. */
async function partsOf(
  tables: Kysely<SaleTables>,
  branches: readonly TillBranch[],
  {
    limit,
    after,
    maxLookedAt,
  }: { readonly limit: number; readonly after: TillSalePlace | undefined; readonly maxLookedAt: number },
): Promise<readonly Part[]> {
  const selects = branches.flatMap((branch, index) => {
    const part = sql.lit(index);
    const places = sql`select ${part} as part, id, created_at, cast(null as bigint) as count
      from (${branch.places(limit, after)}) as found`;
    if (branch.matches) {
      const matches = branch.matches.clearSelect().select('id');
      return [places, sql`select ${part}, 0, 0, count(*) from (${matches}) as matching`];
    }
    const looked = branch.looked(after);
    if (!looked) return [places];
    const last = sql`select ${part} as part, id, created_at, count(*) over () as count
      from (${looked}) as looked order by created_at, id limit 1`;
    return [places, sql`select part, id, created_at, count from (${last}) as last_one`];
  });
  if (selects.length === 0) return [];
  const { rows } = await sql<PartRow>`${sql.join(selects, sql` union all `)}`.execute(tables);
  return branches.map((branch, index) => {
    const own = rows.filter(({ part }) => Number(part) === index);
    const places = own.filter(({ count }) => count === null).map(placeOf);
    const last = own.find(({ count }) => count !== null);
    if (last && branch.matches) return { places, lookedUntil: undefined, matches: Number(last.count) };
    const mayHaveMore = last && places.length < limit && Number(last.count) >= maxLookedAt;
    return { places, lookedUntil: mayHaveMore ? placeOf(last) : undefined, matches: 0 };
  });
}

function placeOf({ id, created_at: createdAt }: Pick<PartRow, 'id' | 'created_at'>): TillSalePlace {
  return { id, createdAt };
}

function newestFirst(one: TillSalePlace, other: TillSalePlace): number {
  return other.createdAt - one.createdAt || other.id - one.id;
}

/** In the order of the ids, from one query. */
async function readListed(
  database: Pick<Database, 'readAside'>,
  ids: readonly number[],
): Promise<readonly ListedTillSale[]> {
  if (ids.length === 0) return [];
  const rows = await listedSales(database).where('sales.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Sales with the names of their terminals and clients. */
function listedSales(database: Pick<Database, 'readAside'>) {
  return database
    .readAside<SaleTables & TerminalTables & ClientTables & ChargeTables>()
    .selectFrom('sales')
    .leftJoin('terminals', 'terminals.id', 'sales.terminal_id')
    .leftJoin('clients', 'clients.id', 'sales.client_id')
    .selectAll('sales')
    .select(['terminals.name as terminal_name'])
    .select(['clients.name as name_of_client', 'clients.document as document_of_client']);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listedSales>['executeTakeFirstOrThrow']>>;

function newestRowFirst(one: ListedRow, other: ListedRow): number {
  return newestFirst(placeOf(one), placeOf(other));
}

function toListed(row: ListedRow): ListedTillSale {
  const { terminal_name: terminalName, name_of_client: name, document_of_client: document } = row;
  return {
    sale: SALES.fromRow(row),
    marks: SALE_MARKS.fromRow(row),
    terminalName: terminalName ?? '',
    client: document === null ? undefined : { name: name ?? undefined, document },
  };
}
