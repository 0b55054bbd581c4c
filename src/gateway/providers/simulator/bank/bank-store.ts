import { type Kysely, sql } from 'kysely';
import {
  type Database,
  defineTable,
  type GroupedWrite,
  type GuardedRow,
  type RoomMigrations,
  type RowOf,
} from '../../../../platform/database/index.ts';
import type { Waiting } from '../../../../platform/jobs/index.ts';
import type { AheadStore } from '../../../../platform/time/set-clock.ts';
import { type BankCharge, dueAtOf } from './book/bank-charge.ts';
import type { BankStorage, KeptCharge } from './book/bank-storage.ts';
import { LONGEST_WAIT_MS } from './scenarios.ts';

/** A charge in the table: what is searched has columns, the rest is in `body`. */
interface StoredCharge {
  readonly txid: string;
  readonly accountId: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When something happens to it next by itself; undefined: nothing does. */
  readonly dueAt: number | undefined;
  readonly body: string;
  readonly version: number;
}

/** Finds a payment, those of a charge and those of a time; all else of it is in its charge. */
interface StoredPayment {
  readonly endToEndId: string;
  readonly txid: string;
  readonly accountId: string;
  readonly at: number;
}

export interface BankTables {
  simulator_pix_charges: RowOf<StoredCharge>;
  simulator_pix_payments: RowOf<StoredPayment>;
  simulated_bank_settings: { name: string; value: string };
}

const CHARGES = defineTable<StoredCharge>('simulator_pix_charges', {
  txid: 'text',
  accountId: 'text',
  token: 'text',
  createdAt: 'bigint',
  dueAt: 'bigint?',
  body: 'text',
  version: 'bigint',
});
const PAYMENTS = defineTable<StoredPayment>('simulator_pix_payments', {
  endToEndId: 'text',
  txid: 'text',
  accountId: 'text',
  at: 'bigint',
});
type Changing = Pick<StoredCharge, 'dueAt' | 'body' | 'version'>;
const CHANGES = CHARGES.update('txid', 'version', ['dueAt', 'body', 'version']);

const insertion: GroupedWrite<StoredCharge, boolean> = {
  name: 'simulator-pix-enter',
  apply: (write, charges) => write.insertNewRows(CHARGES, 'txid', charges),
};

interface Change {
  readonly row: GuardedRow<Changing>;
  readonly payments: readonly StoredPayment[];
}

const change: GroupedWrite<Change, boolean> = {
  name: 'simulator-pix-move',
  apply: async (write, changes) => {
    const done = await write.updateRows(
      CHANGES,
      changes.map(({ row }) => row),
    );
    const arrived = changes.filter((_, index) => done[index]).flatMap(({ payments }) => payments);
    if (arrived.length > 0) await write.insertRows(PAYMENTS, arrived);
    return done;
  },
};

export const simulatorBankMigrations: RoomMigrations = {
  '2026-11-26-simulated-bank': {
    async up(database) {
      await database.schema
        .createTable('simulator_pix_charges')
        .addColumn('txid', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint')
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('simulator_pix_charges_due')
        .on('simulator_pix_charges')
        .column('due_at')
        .where('due_at', 'is not', null)
        .execute();
      await database.schema
        .createTable('simulator_pix_payments')
        .addColumn('end_to_end_id', 'text', (column) => column.primaryKey())
        .addColumn('txid', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('simulator_pix_payments_received')
        .on('simulator_pix_payments')
        .columns(['account_id', 'at', 'end_to_end_id'])
        .execute();
      await database.schema
        .createTable('simulated_bank_settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-26-simulated-bank-payments-of-charges': {
    async up(database) {
      await database.schema
        .createIndex('simulator_pix_payments_of_charge')
        .on('simulator_pix_payments')
        .column('txid')
        .execute();
    },
  },
};

/** What happens by itself at the simulated bank. */
export function waitingAtBank(timeScale: number): Waiting {
  return {
    table: 'simulator_pix_charges',
    column: 'due_at',
    longestMs: LONGEST_WAIT_MS / timeScale,
    where: sql<boolean>`due_at is not null`,
  };
}

/** The book in the service's database: shared by all instances, and still there after a restart. */
export function createBankStorage(database: Database): BankStorage {
  const tables = () => database.read<BankTables>();
  const all = () => tables().selectFrom('simulator_pix_charges').selectAll();
  const many = async (txids: readonly string[]) => {
    if (txids.length === 0) return new Map<string, KeptCharge>();
    const rows = await all()
      .where('txid', 'in', [...new Set(txids)])
      .execute();
    return new Map(rows.map((row) => [row.txid, keptOf(row)]));
  };
  return {
    insert: (charge) => database.writeGrouped(insertion, storedOf(charge, 0)),
    update: ({ charge: before, version }, charge) => {
      const { dueAt, body } = storedOf(charge, version);
      const known = new Set(before.payments.map(({ endToEndId }) => endToEndId));
      return database.writeGrouped(change, {
        row: { key: charge.txid, expected: version, values: { dueAt, body, version: version + 1 } },
        payments: charge.payments
          .filter(({ endToEndId }) => !known.has(endToEndId))
          .map(({ endToEndId, at }) => ({ endToEndId, at, txid: charge.txid, accountId: charge.accountId })),
      });
    },
    byTxid: async (txid) => keptOrNone(await all().where('txid', '=', txid).executeTakeFirst()),
    byToken: async (token) => keptOrNone(await all().where('token', '=', token).executeTakeFirst()),
    byEndToEndId: async (endToEndId) => {
      const payments = tables().selectFrom('simulator_pix_payments').select('txid');
      const found = await payments.where('end_to_end_id', '=', endToEndId).executeTakeFirst();
      return found && (await many([found.txid])).get(found.txid);
    },
    due: async (now, limit) => {
      const query = all().where('due_at', 'is not', null).where('due_at', '<=', now).orderBy('due_at');
      return (await query.limit(limit).execute()).map(keptOf);
    },
    received: async ({ accountId, from, to, offset, limit }) => {
      const query = tables()
        .selectFrom('simulator_pix_payments')
        .select(['txid', 'end_to_end_id'])
        .where('account_id', '=', accountId)
        .where('at', '>=', from)
        .where('at', '<', to)
        .orderBy('at')
        .orderBy('end_to_end_id');
      const rows = await query.limit(limit).offset(offset).execute();
      const charges = await many(rows.map(({ txid }) => txid));
      return rows.flatMap(({ txid, end_to_end_id: endToEndId }) => {
        const kept = charges.get(txid);
        return kept ? { kept, endToEndId } : [];
      });
    },
    newest: async (limit, before) => {
      const query = before === undefined ? all() : all().where('txid', '<', before);
      return (await query.orderBy('txid', 'desc').limit(limit).execute()).map(keptOf);
    },
    setting: async (name) => {
      const settings = tables().selectFrom('simulated_bank_settings').select('value');
      return (await settings.where('name', '=', name).executeTakeFirst())?.value;
    },
    keepSetting: (name, value) =>
      database.write(async (write) => {
        await write
          .tables<BankTables>()
          .insertInto('simulated_bank_settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
      }),
  };
}

function storedOf(charge: BankCharge, version: number): StoredCharge {
  const { txid, accountId, token, createdAt, ...body } = charge;
  return { txid, accountId, token, createdAt, dueAt: dueAtOf(charge), body: JSON.stringify(body), version };
}

function keptOrNone(row: RowOf<StoredCharge> | undefined): KeptCharge | undefined {
  return row && keptOf(row);
}

/** PostgreSQL may give a bigint as text. */
export function keptOf(row: RowOf<StoredCharge>): KeptCharge {
  const { txid, accountId, token, createdAt, dueAt, body, version } = CHARGES.fromRow(row);
  // What is undefined is not in the text.
  const read = JSON.parse(body) as Omit<BankCharge, 'txid' | 'accountId' | 'token' | 'createdAt'>;
  const { description, debtor } = read;
  const kept = { ...read, description, debtor, txid, accountId, token, createdAt: Number(createdAt) };
  return { charge: { ...kept, agenda: madeDue(kept, dueAt) }, version: Number(version) };
}

/** Where the row was made due because the clock was set back, what is on its agenda comes as much earlier. */
function madeDue(charge: BankCharge, dueAt: number | undefined): BankCharge['agenda'] {
  const planned = dueAtOf(charge);
  const earlierMs = planned === undefined || dueAt === undefined ? 0 : planned - Number(dueAt);
  return earlierMs <= 0 ? charge.agenda : charge.agenda.map((one) => ({ ...one, at: one.at - earlierMs }));
}

const CLOCK = 'clock ahead';

/** How far the sandbox's clock was set ahead, in the service's database. */
export function createAheadStore(database: Database): AheadStore {
  const read = async (tables: Kysely<BankTables>) => {
    const settings = tables.selectFrom('simulated_bank_settings').select('value').where('name', '=', CLOCK);
    return Number((await settings.executeTakeFirst())?.value ?? 0);
  };
  return {
    read: () => read(database.read<BankTables>()),
    add: (ms, most) =>
      database.write(async (write) => {
        const tables = write.tables<BankTables>();
        // The row is locked by the first of two, whose sum the second one then reads.
        const first = { name: CLOCK, value: '0' };
        await tables
          .insertInto('simulated_bank_settings')
          .values(first)
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: CLOCK }))
          .execute();
        const sum = (await read(tables)) + ms;
        if (sum > most) return undefined;
        await tables
          .updateTable('simulated_bank_settings')
          .set({ value: String(sum) })
          .where('name', '=', CLOCK)
          .execute();
        return sum;
      }),
  };
}
