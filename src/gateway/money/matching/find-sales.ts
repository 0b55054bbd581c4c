import type { Kysely } from 'kysely';
import { daysAfter } from '../../../platform/time/local-days.ts';
import {
  RECEIVABLE_SALES,
  type SaleKeys,
  type StatementTables,
  type StoredLine,
} from '../tables/statement-tables.ts';

/** The sale of a line: found, or only suggested. */
export interface FoundSale {
  readonly transactionId: string | undefined;
  readonly suggestedId: string | undefined;
}

const UNKNOWN: FoundSale = { transactionId: undefined, suggestedId: undefined };

/**
 * By its name at the acquirer, else by our reference, else by the number of its receipt with day and amount. What has only the
 * same amount, about the same day and the same last digits of a card is suggested, where there is one such sale.
 */
export async function findSales(
  tables: Kysely<StatementTables>,
  accountId: number,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<string, FoundSale>> {
  const byName = await salesBy(
    tables,
    accountId,
    'their_id',
    lines.flatMap(({ tid }) => tid ?? []),
  );
  const byReference = await salesBy(
    tables,
    accountId,
    'reference',
    lines.flatMap(({ orderNumber }) => orderNumber ?? []),
  );
  const found = new Map<string, FoundSale>();
  for (const line of lines) {
    const known =
      (line.confirmed === 1 ? line.transactionId : undefined) ??
      (line.tid === undefined ? undefined : byName.get(line.tid)) ??
      (line.orderNumber === undefined ? undefined : byReference.get(line.orderNumber));
    found.set(
      line.id,
      known === undefined
        ? await findByAmount(tables, line)
        : { transactionId: known, suggestedId: undefined },
    );
  }
  return found;
}

async function salesBy(
  tables: Kysely<StatementTables>,
  accountId: number,
  column: 'their_id' | 'reference',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await tables
    .selectFrom('receivable_sales')
    .select(['transaction_id', column])
    .where('account_id', '=', accountId)
    .where(column, 'in', [...new Set(names)])
    .execute();
  return new Map(rows.map((row) => [String(row[column]), row.transaction_id]));
}

async function findByAmount(tables: Kysely<StatementTables>, line: StoredLine): Promise<FoundSale> {
  const { saleDay, nsu, lastFour, kind } = line;
  // Only a sale as a whole tells its amount, and what the acquirer names is somebody else's.
  if (kind !== 'sale' || saleDay === undefined) return UNKNOWN;
  const rows = await tables
    .selectFrom('receivable_sales')
    .selectAll()
    .where('account_id', '=', line.accountId)
    .where('capture_day', '>=', daysAfter(saleDay, -1))
    .where('capture_day', '<=', daysAfter(saleDay, 1))
    .where('captured', '=', line.gross)
    .execute();
  return pick(rows.map(RECEIVABLE_SALES.fromRow), {
    saleDay,
    nsu: nsu?.replace(/^0+/, ''),
    lastFour,
    tid: line.tid,
  });
}

function pick(
  sales: readonly SaleKeys[],
  told: Pick<StoredLine, 'nsu' | 'lastFour' | 'tid'> & { readonly saleDay: string },
): FoundSale {
  // A sale whose name at the acquirer is known is found by it, or is another one.
  const open = sales.filter(({ theirId }) => told.tid === undefined || theirId === undefined);
  const receipts = open.filter(
    ({ nsu, captureDay }) => nsu !== undefined && nsu === told.nsu && captureDay === told.saleDay,
  );
  const [receipt] = receipts;
  if (receipt && receipts.length === 1)
    return { transactionId: receipt.transactionId, suggestedId: undefined };
  const alike = open.filter(({ lastFour }) => lastFour !== undefined && lastFour === told.lastFour);
  const [only] = alike;
  return only && alike.length === 1 ? { transactionId: undefined, suggestedId: only.transactionId } : UNKNOWN;
}
