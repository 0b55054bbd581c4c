import type { Kysely, RawBuilder } from 'kysely';
import {
  CLIENT_LOST_MS,
  CLIENT_SILENT_MS,
  type ExternalPayment,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  type PaymentType,
  UNSETTLED,
} from '../record/external-payment.ts';
import {
  BY_UNINDEXED_ID,
  EXTERNAL_PAYMENTS,
  IS_OPEN,
  IS_UNSETTLED,
  type SaleTables,
} from '../record/tables.ts';

type Tables = Kysely<SaleTables>;

const MAX_NEW_TERMINALS = 1_000;

interface NextWork {
  readonly terminalId: number;
  readonly clientId: number;
  /** What the client can do. */
  readonly types: readonly PaymentType[];
  readonly seen: number;
  readonly now: number;
}

/**
 * The next work of a terminal's newest client: first what it has taken or a silent client abandoned; then what is
 * pushed; then what is not pushed and newer than the payment `seen`; then what ended without the word of the client that
 * had it. Each group oldest first.
 */
export async function findNextWork(tables: Tables, request: NextWork): Promise<ExternalPayment | undefined> {
  return (await findOpenWork(tables, request)) ?? findUntoldWork(tables, request);
}

async function findUntoldWork(
  tables: Tables,
  { terminalId, clientId, types, now }: NextWork,
): Promise<ExternalPayment | undefined> {
  const row = await tables
    .selectFrom('external_payments')
    .selectAll()
    .where('terminal_id', '=', terminalId)
    .where(IS_UNSETTLED)
    .where('unsettled', '=', UNSETTLED.untold)
    .where('type', 'in', types)
    .where((work) =>
      work.or([work('client_id', '=', clientId), work('heard_at', '<', now - CLIENT_SILENT_MS)]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && EXTERNAL_PAYMENTS.fromRow(row);
}

async function findOpenWork(tables: Tables, request: NextWork): Promise<ExternalPayment | undefined> {
  const { pending, underWay } = PAYMENT_STATUS;
  const row = await tables
    .selectFrom('external_payments')
    .selectAll()
    .where('terminal_id', '=', request.terminalId)
    .where(IS_OPEN)
    .where('type', 'in', request.types)
    .where((work) =>
      work.or([
        work.and([
          work('status', '=', underWay),
          work.or([
            work('client_id', '=', request.clientId),
            work('heard_at', '<', request.now - CLIENT_SILENT_MS),
          ]),
        ]),
        work.and([
          work('status', '=', pending),
          work('take_until', '>', request.now),
          work.or([work('auto_start', '=', 1), work('id', '>', request.seen)]),
        ]),
      ]),
    )
    .orderBy('status', 'desc')
    .orderBy('auto_start', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && EXTERNAL_PAYMENTS.fromRow(row);
}

/** Those of these terminals that have work which has not ended, or ended without a word of its client, in one query. */
export async function findTerminalsWithWork(
  tables: Tables,
  terminalIds: readonly number[],
): Promise<ReadonlyMap<number, true>> {
  if (terminalIds.length === 0) return new Map();
  const rows = await tables
    .selectFrom('external_payments')
    .select('terminal_id')
    .where(IS_OPEN)
    .where('terminal_id', 'in', terminalIds)
    .union(
      tables
        .selectFrom('external_payments')
        .select('terminal_id')
        .where(IS_UNSETTLED)
        .where('terminal_id', 'in', terminalIds),
    )
    .execute();
  return new Map(rows.map(({ terminal_id }) => [terminal_id, true]));
}

/** Terminals with waiting work that was created at or after `since`, up to a thousand. */
export async function findNewWorkTerminals(tables: Tables, since: number): Promise<readonly number[]> {
  const rows = await tables
    .selectFrom('external_payments')
    .select('terminal_id')
    .distinct()
    .where(IS_OPEN)
    .where('status', '=', PAYMENT_STATUS.pending)
    .where('created_at', '>=', since)
    .limit(MAX_NEW_TERMINALS)
    .execute();
  return rows.map(({ terminal_id }) => terminal_id);
}

/** Work that nobody took in time, and administrative operations whose client is lost; up to `limit`. */
export async function findOverdueWork(
  tables: Tables,
  now: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await tables
    .selectFrom('external_payments')
    .select('id')
    .where(IS_OPEN)
    .where((work) =>
      work.or([
        work.and([work('status', '=', PAYMENT_STATUS.pending), work('take_until', '<=', now)]),
        work.and([
          work('status', '=', PAYMENT_STATUS.underWay),
          work('sale_id', 'is', null),
          work('heard_at', '<', now - CLIENT_LOST_MS),
        ]),
      ]),
    )
    .orderBy(BY_UNINDEXED_ID)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open work of all terminals that meets the condition, oldest first. */
export async function selectOpenWork(
  tables: Tables,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<readonly ExternalPayment[]> {
  const rows = await tables
    .selectFrom('external_payments')
    .selectAll()
    .where(IS_OPEN)
    .where('origin', '<>', PAYMENT_ORIGIN.gateway)
    .where(condition)
    .orderBy(BY_UNINDEXED_ID)
    .limit(limit)
    .execute();
  return rows.map(EXTERNAL_PAYMENTS.fromRow);
}

/**
 * Heartbeat of a client for its work, or while it finds out what became of work that ended without it. False: the work is
 * no longer this client's, or ended since it took it.
 */
export async function recordHeartbeat(
  tables: Tables,
  paymentId: number,
  { clientId, now }: { readonly clientId: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('external_payments')
    .set({ heard_at: now })
    .where('id', '=', paymentId)
    .where('client_id', '=', clientId)
    .where((work) =>
      work.or([
        work('status', '=', PAYMENT_STATUS.underWay),
        work.and([work('unsettled', '=', UNSETTLED.untold), work('heard_at', '>', work.ref('updated_at'))]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The final value of a sale, in centavos; undefined if there is no such sale. */
export async function findSaleValue(tables: Tables, saleId: number): Promise<number | undefined> {
  const row = await tables
    .selectFrom('sales')
    .select('final_value')
    .where('id', '=', saleId)
    .executeTakeFirst();
  return row?.final_value;
}
