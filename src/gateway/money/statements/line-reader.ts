import type { Database } from '../../../platform/database/index.ts';
import type { StatementClass } from '../rules/statement-classes.ts';
import { STATEMENT_LINES, type StatementTables, type StoredLine } from '../tables/statement-tables.ts';

export interface LineFilter {
  /** Undefined: of all. */
  readonly merchantId: number | undefined;
  readonly classes?: readonly StatementClass[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type LinePlace = Pick<StoredLine, 'day' | 'id'>;

/** Lines of one class together. In centavos. */
export interface ClassSum {
  readonly class: StatementClass;
  readonly kind: StoredLine['kind'];
  readonly count: number;
  readonly net: number;
  readonly difference: number;
}

export interface LineReader {
  /** The newest day first. */
  list(
    filter: LineFilter,
    page: { readonly limit: number; readonly after?: LinePlace | undefined },
  ): Promise<readonly StoredLine[]>;
  sums(filter: LineFilter): Promise<readonly ClassSum[]>;
  find(id: string): Promise<StoredLine | undefined>;
  /** By change, the oldest first: what was debited for disputes, and sales that are or were disputed. */
  chargebacksAfter(
    place: Pick<StoredLine, 'updatedAt' | 'id'>,
    limit: number,
  ): Promise<readonly StoredLine[]>;
}

export function createLineReader(database: Database): LineReader {
  const tables = () => database.readAside<StatementTables>();
  const filtered = ({ merchantId, classes, from, to }: LineFilter) => {
    let query = tables().selectFrom('statement_lines').where('class', 'is not', null);
    if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
    if (classes !== undefined) query = query.where('class', 'in', classes);
    if (from !== undefined) query = query.where('day', '>=', from);
    if (to !== undefined) query = query.where('day', '<=', to);
    return query;
  };
  return {
    list: async (filter, { limit, after }) => {
      let query = filtered(filter).selectAll();
      if (after) {
        query = query.where(({ or, and, eb }) =>
          or([eb('day', '<', after.day), and([eb('day', '=', after.day), eb('id', '<', after.id)])]),
        );
      }
      const rows = await query.orderBy('day', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map(STATEMENT_LINES.fromRow);
    },
    sums: async (filter) => {
      const rows = await filtered(filter)
        .select(['class', 'kind'])
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number>('net').as('net'),
          fn.sum<number>('difference').as('difference'),
        ])
        .groupBy(['class', 'kind'])
        .execute();
      return rows.flatMap((row) =>
        row.class === null
          ? []
          : [
              {
                class: row.class,
                kind: row.kind,
                count: Number(row.count),
                net: Number(row.net),
                difference: Number(row.difference),
              },
            ],
      );
    },
    find: async (id) => {
      const row = await tables()
        .selectFrom('statement_lines')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && STATEMENT_LINES.fromRow(row);
    },
    chargebacksAfter: async ({ updatedAt, id }, limit) => {
      const rows = await tables()
        .selectFrom('statement_lines')
        .selectAll()
        .where('updated_at', '>=', updatedAt)
        .where(({ or, and, eb }) =>
          or([eb('updated_at', '>', updatedAt), and([eb('updated_at', '=', updatedAt), eb('id', '>', id)])]),
        )
        .where(({ or, and, eb }) =>
          or([
            and([eb('kind', '=', 'debit'), eb('debit_kind', '=', 'chargeback')]),
            eb('dispute_state', 'is not', null),
          ]),
        )
        .orderBy('updated_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(STATEMENT_LINES.fromRow);
    },
  };
}
