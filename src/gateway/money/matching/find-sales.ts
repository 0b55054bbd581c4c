import type { Database } from '../../../platform/database/index.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { type CapturedSale, createCapturedSales, salesAlike, salesByName } from '../../transactions/index.ts';
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
  const named = (column: Parameters<typeof salesByName>[2], name: 'tid' | 'orderNumber') =>
    salesByName(database, accountId, column, [...new Set(lines.flatMap((line) => line[name] ?? []))]);
  const [byTheirId, byReference] = await Promise.all([
    named('provider_reference', 'tid'),
    named('attempts.reference', 'orderNumber'),
  ]);
  const expected = await withLines(database, [...byTheirId.values(), ...byReference.values()]);
  const known = (line: StoredLine): string | undefined => {
    if (line.confirmed === 1 && line.transactionId !== undefined) return line.transactionId;
    const ids = [byTheirId.get(line.tid ?? ''), byReference.get(line.orderNumber ?? '')];
    return ids.find((id) => id !== undefined && expected.has(id));
  };
  const found = new Map(
    lines.map((line) => [line.id, { transactionId: known(line), suggestedId: undefined }] as const),
  );
  const unnamed = lines.filter(({ id }) => found.get(id)?.transactionId === undefined);
  return new Map<string, FoundSale>([...found, ...(await findByAmount(finder, unnamed))]);
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

async function findByAmount(
  { database, time }: FindSales,
  lines: readonly StoredLine[],
): Promise<readonly (readonly [lineId: string, FoundSale])[]> {
  const alike = new Map<TellingLine, readonly string[]>();
  for (const line of lines.filter(tellsItsSale)) alike.set(line, await idsAlike(database, line));
  const ids = [...new Set([...alike.values()].flat())];
  const sales = await createCapturedSales(database).of([...(await withLines(database, ids))]);
  const ofDays = new Map(sales.map((sale) => [sale.id, { ...sale, captureDay: time.day(sale.capturedAt) }]));
  return [...alike].map(([line, ofLine]) => {
    const days: readonly string[] = [-1, 0, 1].map((distance) => daysAfter(line.saleDay, distance));
    const near = ofLine
      .flatMap((id) => ofDays.get(id) ?? [])
      .filter(({ captureDay }) => days.includes(captureDay));
    return [line.id, pick(near, line)] as const;
  });
}

type TellingLine = StoredLine & { readonly saleDay: string };

/** Only a sale as a whole tells its amount, and what the acquirer names is somebody else's. */
function tellsItsSale(line: StoredLine): line is TellingLine {
  // A day that is in no calendar finds no sale, and holds up no other line.
  return line.kind === 'sale' && line.saleDay !== undefined && !Number.isNaN(Date.parse(line.saleDay));
}

function idsAlike(database: Database, line: TellingLine): Promise<readonly string[]> {
  const { saleDay, merchantId, accountId, gross: captured, nsu, lastFour } = line;
  const before = Date.parse(`${daysAfter(saleDay, 3)}T00:00:00Z`);
  return salesAlike(database, { merchantId, accountId, captured, before, nsu, lastFour });
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
