import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { MinorUnits } from '../../providers/index.ts';
import type { AttemptTables } from '../tables/attempts-table.ts';
import type { MovementTables } from '../tables/movements-table.ts';
import { IS_CAPTURED, type TransactionTables } from '../tables/transactions-table.ts';

/** Where a reader of changes stands: the last one that it has read. */
export interface ChangePlace {
  readonly updatedAt: number;
  readonly id: string;
}

/** A sale of which something was captured, as it was last changed. */
export interface ChangedSale extends ChangePlace {
  readonly version: number;
}

/** What is known of the money of a sale. Times in milliseconds since 1970. */
export interface CapturedSale {
  readonly id: string;
  readonly version: number;
  readonly merchantId: number;
  readonly referenceId: string | undefined;
  readonly provider: string;
  /** The merchant's account at the acquirer; 0 for the simulator. */
  readonly accountId: number;
  /** Its names at the acquirer: theirs, ours, the receipt's number. */
  readonly theirId: string | undefined;
  readonly acquirerReference: string | undefined;
  readonly nsu: string | undefined;
  /** The last digits of its card. */
  readonly lastFour: string | undefined;
  /** How it was paid: `credit`, `debit`, `pix`. */
  readonly type: string;
  readonly brand: string | undefined;
  readonly installments: number;
  readonly captured: MinorUnits;
  readonly capturedAt: number;
  /** Given back after the capture. */
  readonly refunds: readonly { readonly amount: MinorUnits; readonly at: number }[];
}

export interface CapturedSales {
  /** In the order of their changes, of those after a place. Sales that were made up are left out. */
  changedAfter(place: ChangePlace, limit: number): Promise<readonly ChangedSale[]>;
  of(ids: readonly string[]): Promise<readonly CapturedSale[]>;
}

const LAST_FOUR = /(\d{4})$/;

type Tables = TransactionTables & AttemptTables & MovementTables;

const COLUMNS = [
  ...(['id', 'version', 'merchant_id', 'reference_id', 'provider', 'kind', 'brand'] as const),
  ...(['installments', 'captured_amount', 'refunded_amount', 'created_at', 'updated_at'] as const),
] as const;
type Row = Pick<Tables['transactions'], (typeof COLUMNS)[number]>;

/** Reads aside of payments: what is written of it is written to the same database, later. */
export function createCapturedSales(database: Database): CapturedSales {
  const tables = () => database.readAside<Tables>();
  return {
    changedAfter: async ({ updatedAt, id }, limit) => {
      const rows = await tables()
        .selectFrom('transactions')
        .select(['id', 'version', 'updated_at'])
        .where(IS_CAPTURED)
        .where('demo', 'is', null)
        .where(({ or, and, eb }) =>
          or([eb('updated_at', '>', updatedAt), and([eb('updated_at', '=', updatedAt), eb('id', '>', id)])]),
        )
        .where('updated_at', '>=', updatedAt)
        .orderBy('updated_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id: ofSale, version, updated_at: at }) => ({ id: ofSale, version, updatedAt: at }));
    },
    of: async (ids) => {
      const rows = await tables().selectFrom('transactions').select(COLUMNS).where('id', 'in', ids).execute();
      // Read later than its sale, a movement may be newer: the sale is then read once more, for its own change.
      const [charges, movements] = await Promise.all([chargesOf(tables(), ids), movementsOf(tables(), ids)]);
      return rows.flatMap((row) => capturedSale(row, charges.get(row.id), movements.get(row.id) ?? []));
    },
  };
}

type Charge = Pick<
  Tables['attempts'],
  'account_id' | 'ended_at' | 'created_at' | 'reference' | 'their_id' | 'nsu' | 'mask'
>;
type Moved = Pick<Tables['movements'], 'kind' | 'amount' | 'ended_at' | 'created_at'>;

async function chargesOf(
  tables: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Charge>> {
  const rows = await tables
    .selectFrom('attempts')
    .select([
      'transaction_id',
      'account_id',
      'ended_at',
      'created_at',
      'reference',
      'their_id',
      'nsu',
      'mask',
    ])
    .where('transaction_id', 'in', ids)
    .where('state', '=', 'approved')
    .orderBy('created_at')
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

async function movementsOf(
  tables: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Moved[]>> {
  const rows = await tables
    .selectFrom('movements')
    .select(['transaction_id', 'kind', 'amount', 'ended_at', 'created_at'])
    .where('transaction_id', 'in', ids)
    .where('state', '=', 'done')
    .where('kind', 'in', ['capture', 'refund'])
    .orderBy('created_at')
    .execute();
  return Map.groupBy(rows, ({ transaction_id: id }) => id);
}

/** None where a column is missing that every sale of this version has. */
function capturedSale(
  row: Row,
  charge: Charge | undefined,
  movements: readonly Moved[],
): readonly CapturedSale[] {
  if (row.captured_amount === null || row.provider === null || row.kind === null) return [];
  const capture = movements.find(({ kind }) => kind === 'capture');
  const at = (one: { ended_at: number | null; created_at: number }) => one.ended_at ?? one.created_at;
  const known = movements
    .filter(({ kind }) => kind === 'refund')
    .map((one) => ({ amount: one.amount, at: at(one) }));
  // Given back without a movement of ours, or in a movement that an operator settled.
  const more = (row.refunded_amount ?? 0) - known.reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      id: row.id,
      version: row.version,
      merchantId: row.merchant_id,
      referenceId: row.reference_id ?? undefined,
      provider: row.provider,
      accountId: charge?.account_id ?? 0,
      theirId: charge?.their_id ?? undefined,
      acquirerReference: charge?.reference,
      nsu: charge?.nsu ?? undefined,
      lastFour: LAST_FOUR.exec(charge?.mask ?? '')?.[1],
      type: row.kind,
      brand: row.brand ?? undefined,
      installments: row.installments ?? 1,
      captured: row.captured_amount,
      capturedAt: at(capture ?? charge ?? { ended_at: null, created_at: row.created_at }),
      refunds: more > 0 ? [...known, { amount: more, at: row.updated_at }] : known,
    },
  ];
}
