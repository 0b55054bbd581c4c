import { type Kysely, sql } from 'kysely';
import {
  type Database,
  type GroupedWrite,
  type GuardedRow,
  groupReads,
} from '../../platform/database/index.ts';
import { type AwaitedCharge, DUE_BY_LIST, DUE_BY_NOTICE, oldestFirst, type PaymentRow } from './charge.ts';
import {
  type ChargeValues,
  insertPayments,
  type PaymentValues,
  setCharge,
  setPayment,
} from './charge-writes.ts';
import { AWAITED_CHARGES, type AwaitedChargeTables, PAYMENTS } from './charges-table.ts';
import { knownReturns } from './returns/known-returns.ts';
import type { ReturnRow } from './returns/returned.ts';
import { RETURNS, type ReturnTables } from './returns/returns-table.ts';
import { type DuePayment, duePayments, putOffPayment } from './surplus/due-payments.ts';
import { transactionsPaidBy } from './transactions-paid-by.ts';

/** Charges of one account that its bank names. */
export interface NamedCharges {
  readonly accountId: number;
  readonly references: readonly string[];
  readonly by: typeof DUE_BY_NOTICE | typeof DUE_BY_LIST;
}

export interface ChargeStore {
  byReference(reference: string): Promise<AwaitedCharge | undefined>;
  byTokenHash(hash: string): Promise<AwaitedCharge | undefined>;
  /** Oldest first. */
  ofTransaction(transactionId: string): Promise<readonly AwaitedCharge[]>;
  /** The newest of each that has one. */
  newestOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, AwaitedCharge>>;
  /** Money that arrived, oldest first. */
  paymentsOf(transactionId: string): Promise<readonly PaymentRow[]>;
  /** What went back of them without a refund of ours, oldest first. */
  returnsOf(transactionId: string): Promise<readonly ReturnRow[]>;
  /** Transactions that a payment names, or its payer: the newest first, at most so many. */
  transactionsOf(
    paid: { readonly endToEndId: string } | { readonly payerHash: string },
    limit: number,
  ): Promise<readonly string[]>;
  /** Accounts with charges that are looked at, by number, and when the first of them is due. Costs nothing for each charge. */
  openAccounts(): Promise<readonly { readonly accountId: number; readonly nextAt: number }[]>;
  /** Of an account, the most overdue first. */
  dueOf(accountId: number, now: number, limit: number): Promise<readonly AwaitedCharge[]>;
  /** Accounts by turns. */
  duePayments(now: number, limit: number): Promise<readonly DuePayment[]>;
  /** Nothing where its next time is another one by now. */
  putOffPayment(payment: Pick<PaymentRow, 'endToEndId' | 'nextAt'>, nextAt: number): Promise<void>;
  /** Which of these payments are in the book. */
  knownPayments(endToEndIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The states of those of these returns (`ReturnRow`) that are in the book. */
  knownReturns(ids: readonly string[]): Promise<ReadonlyMap<string, ReturnRow['state']>>;
  /** Plans the next look after one; nothing where a notice has made it due meanwhile. */
  putOff(looked: Pick<AwaitedCharge, 'reference' | 'nextAt' | 'looks'>, values: ChargeValues): Promise<void>;
  /** Nothing where the refund that it is about is no longer the one asked for. */
  changePayment(
    payment: Pick<PaymentRow, 'endToEndId' | 'refundReference'>,
    values: PaymentValues,
  ): Promise<void>;
  /** For each, whether it was not in the book before. */
  addPayments(payments: readonly PaymentRow[]): Promise<readonly boolean[]>;
  /** The bank names them: they are looked at before all others. Unknown ones, and those of other accounts, change nothing. */
  lookNow(named: NamedCharges): Promise<void>;
}

export function createChargeStore(database: Database): ChargeStore {
  const tables = () => database.read<AwaitedChargeTables>();
  const charges = () => tables().selectFrom('pix_charges').selectAll();
  const payments = () => tables().selectFrom('pix_payments').selectAll();
  // Each answer about a transaction asks for its charges.
  const chargesOf = groupReads((ids: readonly string[]) => chargesOfTransactions(tables(), ids));
  const charge = (row: Parameters<typeof AWAITED_CHARGES.fromRow>[0] | undefined) =>
    row && AWAITED_CHARGES.fromRow(row);
  return {
    byReference: async (reference) =>
      charge(await charges().where('reference', '=', reference).executeTakeFirst()),
    byTokenHash: async (hash) => charge(await charges().where('token_hash', '=', hash).executeTakeFirst()),
    ofTransaction: async (transactionId) => (await chargesOf(transactionId)) ?? [],
    newestOf: async (transactionIds) => {
      const all = await chargesOfTransactions(tables(), transactionIds);
      return new Map([...all].flatMap(([id, made]) => made.slice(-1).map((newest) => [id, newest])));
    },
    paymentsOf: async (transactionId) => {
      const rows = await payments()
        .where('transaction_id', '=', transactionId)
        .orderBy('received_at')
        .orderBy('end_to_end_id')
        .execute();
      return rows.map(PAYMENTS.fromRow);
    },
    transactionsOf: (paid, limit) => transactionsPaidBy(database, paid, limit),
    returnsOf: async (transactionId) => {
      const rows = await database
        .read<ReturnTables>()
        .selectFrom('pix_returns')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('at')
        .execute();
      return rows.map(RETURNS.fromRow);
    },
    openAccounts: async () => {
      const { rows } = await OPEN_ACCOUNTS.execute(tables());
      return rows.map(({ account_id, next_at }) => ({
        accountId: Number(account_id),
        nextAt: Number(next_at),
      }));
    },
    dueOf: async (accountId, now, limit) => {
      const due = charges()
        .where('account_id', '=', accountId)
        .where('next_at', 'is not', null)
        .where('next_at', '<=', now);
      return (await due.orderBy('next_at').limit(limit).execute()).map(AWAITED_CHARGES.fromRow);
    },
    knownPayments: async (endToEndIds) => {
      if (endToEndIds.length === 0) return new Set();
      const rows = await tables()
        .selectFrom('pix_payments')
        .select('end_to_end_id')
        .where('end_to_end_id', 'in', [...endToEndIds])
        .execute();
      return new Set(rows.map((row) => row.end_to_end_id));
    },
    knownReturns: (ids) => knownReturns(database, ids),
    duePayments: (now, limit) => duePayments(database, now, limit),
    putOffPayment: (payment, nextAt) => putOffPayment(database, payment, nextAt),
    putOff: async (looked, values) => {
      const { reference, nextAt, looks } = looked;
      // Nearly all of them: they share a few commits, and none with payments.
      const isPlain = Object.keys(values).every((name) => name === 'nextAt' || name === 'looks');
      if (nextAt !== undefined && isPlain && 'nextAt' in values) {
        const planned = { nextAt: values.nextAt, looks: values.looks ?? looks };
        await database.writeGrouped(PUT_OFF, { key: reference, expected: nextAt, values: planned });
        return;
      }
      await database.write((write) => setCharge(write, reference, values, looked));
    },
    changePayment: ({ endToEndId, refundReference }, values) =>
      database.write(async (write) => {
        await setPayment(write, endToEndId, values)
          .where('refund_reference', refundReference === undefined ? 'is' : '=', refundReference ?? null)
          .execute();
      }),
    addPayments: (added) => database.write((write) => insertPayments(write, added)),
    lookNow: async ({ accountId, references, by }) => {
      if (references.length === 0) return;
      const known = charges()
        .where('reference', 'in', [...references])
        .where('account_id', '=', accountId)
        // What the list names is named by the next one again; a notice may never come again.
        .$if(by === DUE_BY_LIST, (due) =>
          due.where((where) => where.or([where('next_at', 'is', null), where('next_at', '>', by)])),
        );
      // Foreign and unknown ones cost a read, and no write.
      const named = await known.execute();
      await Promise.all(named.map(({ reference }) => database.writeGrouped(MAKE_DUE, { reference, by })));
    },
  };
}

/** From each account to the next one in the index, however many charges each has. */
const OPEN_ACCOUNTS = sql<{ account_id: number; next_at: number }>`
  with recursive accounts (account_id) as (
    select min(account_id) from pix_charges where next_at is not null
    union all
    select (select min(c.account_id) from pix_charges c where c.next_at is not null and c.account_id > accounts.account_id)
    from accounts where accounts.account_id is not null
  )
  select account_id,
    (select min(c.next_at) from pix_charges c where c.account_id = accounts.account_id and c.next_at is not null) as next_at
  from accounts where account_id is not null`;

const SET_NEXT = AWAITED_CHARGES.update('reference', 'nextAt', ['nextAt', 'looks']);

const PUT_OFF: GroupedWrite<GuardedRow<Pick<AwaitedCharge, 'nextAt' | 'looks'>>, undefined> = {
  name: 'charges looked at',
  priority: 'low',
  apply: async (write, rows) => {
    await write.updateRows(SET_NEXT, rows);
    return rows.map(() => undefined);
  },
};

/**
 * However many notices come, they share a few commits a second, and none with payments. Each notice leaves a mark of its own:
 * a look that was under way when it came must not put the charge off (`putOff`), for the bank was asked before.
 */
const MAKE_DUE: GroupedWrite<{ readonly reference: string; readonly by: NamedCharges['by'] }, undefined> = {
  name: 'charges named by banks',
  priority: 'low',
  asksQueries: true,
  apply: async (write, named) => {
    for (const by of [DUE_BY_LIST, DUE_BY_NOTICE] as const) {
      const references = named.flatMap((one) => (one.by === by ? one.reference : []));
      if (references.length === 0) continue;
      await write
        .tables<AwaitedChargeTables>()
        .updateTable('pix_charges')
        .set({ next_at: sql`case when next_at <= ${DUE_BY_NOTICE} then next_at - 1 else ${sql.lit(by)} end` })
        .where('reference', 'in', references)
        .execute();
    }
    return named.map(() => undefined);
  },
};

/** Of each that has one, oldest first. */
async function chargesOfTransactions(
  tables: Kysely<AwaitedChargeTables>,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AwaitedCharge[]>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await tables
    .selectFrom('pix_charges')
    .selectAll()
    .where('transaction_id', 'in', transactionIds)
    .execute();
  return Map.groupBy(oldestFirst(rows.map(AWAITED_CHARGES.fromRow)), ({ transactionId }) => transactionId);
}
