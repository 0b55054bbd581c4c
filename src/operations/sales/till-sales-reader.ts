import { type Kysely, sql } from 'kysely';
import type { Database, LocalTime } from '../../platform/index.ts';
import { findSalesOfCharges } from '../charges/index.ts';
import { type ClientTables, findClients } from '../clients/index.ts';
import { findTerminalNames, type TerminalTables } from '../terminals/index.ts';
import { CARD_STORING_METHODS } from './listed-sale.ts';
import type { Sale } from './sale.ts';
import { SALE_MARKS, type SaleMarks } from './sale-marks.ts';
import {
  MAX_TILL_LOOKED_AT,
  selectChargingTransactions,
  type TillBranch,
  type TillSalePlace,
  tillBranches,
} from './select-till-sales.ts';
import { SALES, type SaleTables } from './tables.ts';
import { selectTillDays, type TillDay } from './till-days.ts';
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
}: {
  readonly database: Pick<Database, 'readAside'>;
  readonly time: Pick<LocalTime, 'startOfDay'>;
  /** Sales that one page of a filter without an index looks at. */
  readonly maxLookedAt?: number;
}): TillSalesReader {
  const tables = () => database.readAside<SaleTables>();
  return {
    list: async (filter, { limit, after }) => {
      const parts = await Promise.all(
        tillBranches(tables(), filter, time, maxLookedAt).map((branch) =>
          partOf(tables(), branch, { limit, after, maxLookedAt }),
        ),
      );
      const lookedUntil = parts.flatMap((part) => part.lookedUntil ?? []).toSorted(newestFirst)[0];
      const found = new Map(parts.flatMap(({ places }) => places).map((place) => [place.id, place]));
      const newest = [...found.values()]
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
    summary: (filter) => summarizeTillSales(tables(), filter, time),
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
      const ids = await findSalesOfCharges(database.readAside(), chargeIds);
      const listed = await readListed(database, [...ids.values()]);
      const byId = new Map(listed.map((one) => [one.sale.id, one]));
      return new Map(
        [...ids].flatMap(([chargeId, id]) => {
          const sale = byId.get(id);
          return sale ? [[chargeId, sale] as const] : [];
        }),
      );
    },
    chargingTransactions: (wanted) => selectChargingTransactions(tables(), wanted, MAX_CHARGING),
  };
}

/** The places that one part finds, and the last sale that it looked at if there may be more. */
async function partOf(
  tables: Kysely<SaleTables>,
  branch: TillBranch,
  {
    limit,
    after,
    maxLookedAt,
  }: { readonly limit: number; readonly after: TillSalePlace | undefined; readonly maxLookedAt: number },
): Promise<{ readonly places: readonly TillSalePlace[]; readonly lookedUntil?: TillSalePlace | undefined }> {
  const rows = await branch.places(limit, after).execute();
  const places = rows.map(({ id, created_at: createdAt }) => ({ id, createdAt }));
  const looked = branch.looked(after);
  if (!looked || places.length === limit) return { places };
  const last = await tables
    .selectFrom(looked.as('looked'))
    .select(['id', 'created_at', sql<number>`count(*) over ()`.as('count')])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!last || Number(last.count) < maxLookedAt) return { places };
  return { places, lookedUntil: { id: last.id, createdAt: last.created_at } };
}

function newestFirst(one: TillSalePlace, other: TillSalePlace): number {
  return other.createdAt - one.createdAt || other.id - one.id;
}

/** In the order of the ids. The number of queries does not depend on the number of sales. */
async function readListed(
  database: Pick<Database, 'readAside'>,
  ids: readonly number[],
): Promise<readonly ListedTillSale[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .readAside<SaleTables>()
    .selectFrom('sales')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const clientIds = [...new Set(rows.flatMap(({ client_id: id }) => id ?? []))];
  const [clients, terminals] = await Promise.all([
    findClients(database.readAside<ClientTables>(), clientIds),
    findTerminalNames(database.readAside<TerminalTables>() as Kysely<TerminalTables>, [
      ...new Set(rows.map(({ terminal_id: id }) => id)),
    ]),
  ]);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        sale: SALES.fromRow(row),
        marks: SALE_MARKS.fromRow(row),
        terminalName: terminals.get(row.terminal_id) ?? '',
        client: clients.find((client) => client.id === row.client_id),
      },
    ];
  });
}
