import {
  type BulkTable,
  type BulkUpdate,
  checkRow,
  type Database,
  type GroupedWrite,
  type GuardedRow,
  narrowColumns,
  type RoomMigrations,
  WITHDRAWN,
} from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { BookCharge, BookStorage } from '../issuer/index.ts';

export interface SimulatorTables {
  readonly simulator_charges: BookCharge;
}

type Changing = Pick<
  BookCharge,
  'code' | 'authentication' | 'captured' | 'voided' | 'refunds' | 'state' | 'undos' | 'version'
>;

/** A reference may be accepted again by scenario 626; never more often than anyone wants to read. */
const MAX_WITH_ONE_REFERENCE = 10;

const charges: BulkTable<BookCharge> = {
  name: 'simulator_charges',
  columns: {
    id: 'text',
    reference: 'text',
    mask: 'text',
    brand: 'text',
    kind: 'text',
    scenario: 'text',
    code: 'text',
    challenge: 'text',
    authentication: 'text',
    amount: 'bigint',
    captured: 'bigint',
    voided: 'bigint',
    refunds: 'text',
    state: 'text',
    undos: 'bigint',
    created: 'bigint',
    version: 'bigint',
  },
  nullable: [],
};

const changes: BulkUpdate<'id', 'version', Changing> = {
  table: 'simulator_charges',
  key: { column: 'id', type: 'text' },
  guard: { column: 'version', type: 'bigint' },
  set: {
    code: 'text',
    authentication: 'text',
    captured: 'bigint',
    voided: 'bigint',
    refunds: 'text',
    state: 'text',
    undos: 'bigint',
    version: 'bigint',
  },
};

const insertion: GroupedWrite<BookCharge, void> = {
  name: 'simulator-book-enter',
  check: (charge) => checkRow(charges, charge),
  async apply(transaction, entered) {
    await transaction.insertRows(charges, entered);
    return entered.map(() => undefined);
  },
};

const change: GroupedWrite<GuardedRow<Changing>, boolean> = {
  name: 'simulator-book-move',
  apply: (transaction, rows) => transaction.updateRows(changes, rows),
};

/** The table of the simulated acquirer's book. */
export const simulatorMigrations: RoomMigrations = {
  '0400-simulator-book': {
    async up(database) {
      await database.schema
        .createTable('simulator_charges')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('mask', 'text', (column) => column.notNull())
        .addColumn('brand', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('scenario', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('captured', 'bigint', (column) => column.notNull())
        .addColumn('voided', 'bigint', (column) => column.notNull())
        .addColumn('refunds', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('undos', 'bigint', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('simulator_charges_reference')
        .on('simulator_charges')
        .column('reference')
        .execute();
    },
  },
  '0510-simulator-authentication': {
    async up(database) {
      for (const column of ['challenge', 'authentication']) {
        await database.schema
          .alterTable('simulator_charges')
          .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
          .execute();
      }
      await database.schema
        .createIndex('simulator_charges_challenge')
        .on('simulator_charges')
        .column('challenge')
        .where('challenge', '!=', '')
        .execute();
    },
  },
  '0990-packed-simulator-book': WITHDRAWN,
  '2026-11-25-small-numbers-of-the-book': {
    up: (database) => narrowColumns(database, 'simulator_charges', { version: 'integer', undos: 'smallint' }),
  },
};

/**
 * The book in the service's database: shared by all instances, and kept across restarts. What it knows of an authentication
 * is sealed: it includes the address at which the buyer comes back.
 */
export function createSimulatorStorage(database: Database, vault: Pick<Vault, 'seal' | 'open'>): BookStorage {
  const all = () => database.read<SimulatorTables>().selectFrom('simulator_charges').selectAll();

  const sealed = ({ id, authentication }: BookCharge) =>
    authentication === '' ? '' : vault.seal(authentication, contextOf(id));
  const read = (row: BookCharge): BookCharge => {
    const { id, authentication } = row;
    const isSealed = authentication !== '' && !authentication.startsWith('{');
    const known = isSealed ? vault.open(authentication, contextOf(id)).reveal() : authentication;
    return { ...fromRow(row), authentication: known };
  };

  return {
    insert: (charge) =>
      database.writeGrouped(insertion, {
        ...charge,
        mask: withoutStars(charge.mask),
        authentication: sealed(charge),
      }),
    update: (charge, expectedVersion) => {
      const authentication = sealed(charge);
      const { code, captured, voided, refunds, state, undos, version } = charge;
      const values = { code, authentication, captured, voided, refunds, state, undos, version };
      return database.writeGrouped(change, { key: charge.id, expected: expectedVersion, values });
    },
    byReference: async (reference) => {
      const query = all().where('reference', '=', reference).orderBy('id', 'desc');
      return (await query.limit(MAX_WITH_ONE_REFERENCE).execute()).map(read);
    },
    byId: async (id) => {
      const row = await all().where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    byChallenge: async (token) => {
      // The second condition makes the partial index usable.
      const query = all().where('challenge', '=', token).where('challenge', '!=', '');
      const row = await query.executeTakeFirst();
      return row && read(row);
    },
    newest: async (limit) => (await all().orderBy('id', 'desc').limit(limit).execute()).map(read),
    newestReferences: async (limit) => {
      const query = database.read<SimulatorTables>().selectFrom('simulator_charges').select('reference');
      const rows = await query.orderBy('id', 'desc').limit(limit).execute();
      return rows.map(({ reference }) => reference);
    },
  };
}

function contextOf(id: string): string {
  return `simulator_charge:${id}`;
}

const STARS = '******';

/** Of a number with 16 digits, which is nearly every one. */
function withoutStars(mask: string): string {
  return mask.length === 16 && mask.slice(6, 12) === STARS ? mask.slice(0, 6) + mask.slice(12) : mask;
}

/**
 * Also of rows with the whole mask, as they were stored before. PostgreSQL may give a bigint as text. What is sealed stays
 * so.
 */
export function fromRow(row: BookCharge): BookCharge {
  return {
    ...row,
    mask: row.mask.length === 10 ? row.mask.slice(0, 6) + STARS + row.mask.slice(6) : row.mask,
    amount: Number(row.amount),
    captured: Number(row.captured),
    voided: Number(row.voided),
    undos: Number(row.undos),
    created: Number(row.created),
    version: Number(row.version),
  };
}
