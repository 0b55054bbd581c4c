import type { Database } from '../../../platform/database/index.ts';
import { createCapturedSales } from '../../transactions/index.ts';
import type { ForeignToMatch, JudgedExpected } from '../rules/judgement.ts';
import { classOfLone } from '../rules/lone-line.ts';
import { matchSale } from '../rules/match-sale.ts';
import { type MoneyTables, RECEIVABLES, type Receivable } from '../tables/receivables-table.ts';
import { STATEMENT_LINES, type StatementTables, type StoredLine } from '../tables/statement-tables.ts';

export interface JudgedLines {
  readonly lines: readonly StoredLine[];
  /** Of ours, by sale: all lines of the sale that are not among them are open again. */
  readonly expected: ReadonlyMap<string, readonly JudgedExpected[]>;
}

/** With the lines that are to be judged, all others of their sales are. */
export async function judgeLines(database: Database, pending: readonly StoredLine[]): Promise<JudgedLines> {
  const ids = [...new Set(pending.flatMap(({ transactionId }) => transactionId ?? []))];
  const [others, expected, captured] = await Promise.all([
    linesOf(database, ids),
    expectedOf(database, ids),
    capturedOf(database, ids),
  ]);
  const known = new Set(pending.map(({ id }) => id));
  const all = [...pending, ...others.filter(({ id }) => !known.has(id))];
  const bySale = Map.groupBy(
    all.filter(({ transactionId }) => transactionId !== undefined),
    ({ transactionId }) => transactionId ?? '',
  );
  const lone = pending
    .filter(({ transactionId }) => transactionId === undefined)
    .map((line): StoredLine => {
      const { orderNumber: order } = line;
      return { ...line, line: undefined, class: classOfLone({ ...line, order }), difference: line.net };
    });
  const judgedExpected = new Map<string, readonly JudgedExpected[]>();
  const ofSales = [...bySale].flatMap(([id, lines]) => {
    const judgement = matchSale(
      captured.get(id) ?? 0,
      (expected.get(id) ?? []).map((one) => ({ ...one, feeUnknown: one.feeUnknown === 1 })),
      lines.map(foreignOf),
    );
    judgedExpected.set(id, judgement.expected);
    const judged = new Map(judgement.foreign.map((one) => [one.id, one]));
    return lines.map((line): StoredLine => {
      const found = judged.get(line.id);
      return { ...line, line: found?.line, class: found?.class, difference: found?.difference ?? line.net };
    });
  });
  return { lines: [...lone, ...ofSales], expected: judgedExpected };
}

function foreignOf({ suspended, ...line }: StoredLine): ForeignToMatch {
  return { ...line, isSuspended: suspended === 1 };
}

async function linesOf(database: Database, ids: readonly string[]): Promise<readonly StoredLine[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .readAside<StatementTables>()
    .selectFrom('statement_lines')
    .selectAll()
    .where('transaction_id', 'in', ids)
    .execute();
  return rows.map(STATEMENT_LINES.fromRow);
}

async function expectedOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Receivable[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .readAside<MoneyTables>()
    .selectFrom('receivables')
    .selectAll()
    .where('transaction_id', 'in', ids)
    .execute();
  return Map.groupBy(rows.map(RECEIVABLES.fromRow), ({ transactionId }) => transactionId);
}

async function capturedOf(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const sales = await createCapturedSales(database).of(ids);
  return new Map(sales.map(({ id, captured }) => [id, captured]));
}
