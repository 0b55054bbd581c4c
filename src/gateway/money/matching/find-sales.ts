import type { Database } from '../../../platform/database/index.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import {
  type CapturedSale,
  createCapturedSales,
  salesAlike,
  salesByReference,
  salesByTheirId,
} from '../../transactions/index.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import type { StoredLine } from '../tables/statement-tables.ts';

/** The sale of a line: found, or only suggested. */
export interface FoundSale {
  readonly transactionId: string | undefined;
  readonly suggestedId: string | undefined;
}

export interface FindSales {
  readonly database: Database;
  readonly time: Pick<LocalTime, 'day'>;
}

const UNKNOWN: FoundSale = { transactionId: undefined, suggestedId: undefined };

/**
 * By its name at the acquirer, else by our reference, else by the number of its receipt with day and amount. What has only the
 * same amount, about the same day and the same last digits of a card is suggested, where there is one such sale.
 */
export async function findSales(
  finder: FindSales,
  accountId: number,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<string, FoundSale>> {
  const { database } = finder;
  const [byTheirId, byReference] = await Promise.all([
    salesByTheirId(database, accountId, [...new Set(lines.flatMap(({ tid }) => tid ?? []))]),
    salesByReference(database, accountId, [
      ...new Set(lines.flatMap(({ orderNumber }) => orderNumber ?? [])),
    ]),
  ]);
  const expected = await withLines(database, [...byTheirId.values(), ...byReference.values()]);
  const named = (sales: ReadonlyMap<string, string>, name: string | undefined) => {
    const id = name === undefined ? undefined : sales.get(name);
    return id !== undefined && expected.has(id) ? id : undefined;
  };
  const found = new Map<string, FoundSale>();
  for (const line of lines) {
    const known =
      (line.confirmed === 1 ? line.transactionId : undefined) ??
      named(byTheirId, line.tid) ??
      named(byReference, line.orderNumber);
    found.set(
      line.id,
      known === undefined
        ? await findByAmount(finder, line)
        : { transactionId: known, suggestedId: undefined },
    );
  }
  return found;
}

/** A sale whose lines are not written yet, or forgotten, has nothing to be compared with. */
async function withLines(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .readAside<MoneyTables>()
    .selectFrom('receivables')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .distinct()
    .execute();
  return new Set(rows.map(({ transaction_id: id }) => id));
}

async function findByAmount({ database, time }: FindSales, line: StoredLine): Promise<FoundSale> {
  const { saleDay, kind, merchantId, accountId, gross, nsu, lastFour } = line;
  // Only a sale as a whole tells its amount, and what the acquirer names is somebody else's.
  if (kind !== 'sale' || saleDay === undefined) return UNKNOWN;
  const before = Date.parse(`${daysAfter(saleDay, 3)}T00:00:00Z`);
  const ids = await salesAlike(database, { merchantId, accountId, captured: gross, before, nsu, lastFour });
  const expected = await withLines(database, ids);
  const sales = await createCapturedSales(database).of([...expected]);
  const days: readonly string[] = [-1, 0, 1].map((days) => daysAfter(saleDay, days));
  const near = sales
    .map((sale) => ({ ...sale, captureDay: time.day(sale.capturedAt) }))
    .filter(({ captureDay }) => days.includes(captureDay));
  return pick(near, { ...line, saleDay });
}

interface SaleOfDay extends CapturedSale {
  readonly captureDay: string;
}

function pick(
  sales: readonly SaleOfDay[],
  told: Pick<StoredLine, 'nsu' | 'lastFour' | 'tid'> & { readonly saleDay: string },
): FoundSale {
  // A sale whose name at the acquirer is known is found by it, or is another one.
  const open = sales.filter(({ theirId }) => told.tid === undefined || theirId === undefined);
  const receipts = open.filter(
    ({ nsu, captureDay }) =>
      nsu !== undefined && withoutZeros(nsu) === withoutZeros(told.nsu) && captureDay === told.saleDay,
  );
  const [receipt] = receipts;
  if (receipt && receipts.length === 1) return { transactionId: receipt.id, suggestedId: undefined };
  const alike = open.filter(({ lastFour }) => lastFour !== undefined && lastFour === told.lastFour);
  const [only] = alike;
  return only && alike.length === 1 ? { transactionId: undefined, suggestedId: only.id } : UNKNOWN;
}

function withoutZeros(nsu: string | undefined): string | undefined {
  return nsu?.replace(/^0+/, '');
}
