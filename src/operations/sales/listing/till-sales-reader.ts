import type { Database } from '../../../platform/database/index.ts';
import type { HoursOfDay } from '../../../platform/lists/hours.ts';
import { type ListPart, newestFirst, type Place, placesOfParts } from '../../../platform/lists/parts.ts';
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
import { hoursOfTill } from './till-hours.ts';
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
  /** Confirmed sales of one local day by quarter hours. */
  hours(wanted: { readonly personId: number | undefined; readonly day: string }): Promise<HoursOfDay>;
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
        return { sales: rows.toSorted(newestFirst('time')).map(toListed), lookedUntil: undefined };
      }
      const page = async (wanted: readonly TillBranch[]) =>
        placesOfParts(tables(), partsOf(wanted, { limit, after }), { limit, order: 'time' });
      const found = await page(branches);
      // Of a frequent text the newest sales are looked at instead.
      const isFrequent = found.isBounded && filter.search !== undefined;
      const { places, lookedUntil } = isFrequent
        ? await page(newestBranches(tables(), filter, time, maxLookedAt))
        : found;
      return {
        sales: await readListed(
          database,
          places.map(({ id }) => id),
        ),
        lookedUntil: lookedUntil && placeOf(lookedUntil),
      };
    },
    summary: (filter) => summarizeTillSales(tables(), filter, time, { maxMatches }),
    days: (wanted) => selectTillDays(database.readAside(), wanted),
    hours: (wanted) => hoursOfTill(tables(), wanted, time),
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

function partsOf(
  branches: readonly TillBranch[],
  { limit, after }: { readonly limit: number; readonly after: TillSalePlace | undefined },
): readonly ListPart<number>[] {
  return branches.map((branch) => ({
    places: branch.places(limit, after),
    looked: branch.matches?.clearSelect().select(['id', 'created_at']) ?? branch.looked(after),
    most: branch.most,
  }));
}

function placeOf({ id, created_at: createdAt }: Place<number>): TillSalePlace {
  return { id, createdAt };
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

function toListed(row: ListedRow): ListedTillSale {
  const { terminal_name: terminalName, name_of_client: name, document_of_client: document } = row;
  return {
    sale: SALES.fromRow(row),
    marks: SALE_MARKS.fromRow(row),
    terminalName: terminalName ?? '',
    client: document === null ? undefined : { name: name ?? undefined, document },
  };
}
