import {
  type Database,
  defineTable,
  type GroupedWrite,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';

/** A card in the simulated acquirer's vault. Without its number: the scenario says all that the number decides. */
export interface SimulatedCard {
  readonly token: string;
  readonly reference: string;
  readonly mask: string;
  readonly brand: string | undefined;
  /** Name of the scenario of the card's own number. */
  readonly scenario: string;
  readonly deleted: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export interface CardStorage {
  insert(card: SimulatedCard): Promise<void>;
  byReference(reference: string): Promise<SimulatedCard | undefined>;
  byToken(token: string): Promise<SimulatedCard | undefined>;
  delete(token: string): Promise<void>;
  /** Newest first. */
  newest(limit: number): Promise<readonly SimulatedCard[]>;
}

interface CardTables {
  simulator_cards: RowOf<SimulatedCard>;
}

const CARDS = defineTable<SimulatedCard>('simulator_cards', {
  token: 'text',
  reference: 'text',
  mask: 'text',
  brand: 'text?',
  scenario: 'text',
  deleted: 'bigint',
  created: 'bigint',
});

const insertion: GroupedWrite<SimulatedCard, void> = {
  name: 'simulator-card-enter',
  apply: async (write, cards) => {
    await write.insertRows(CARDS, cards);
    return cards.map(() => undefined);
  },
};

export const simulatorCardMigrations: RoomMigrations = {
  '0640-simulator-cards': {
    up: async (database) => {
      await database.schema
        .createTable('simulator_cards')
        .addColumn('token', 'text', (column) => column.primaryKey())
        .addColumn('reference', 'text', (column) => column.notNull().unique())
        .addColumn('mask', 'text', (column) => column.notNull())
        .addColumn('brand', 'text')
        .addColumn('scenario', 'text', (column) => column.notNull())
        .addColumn('deleted', 'bigint', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

/** The vault in the service's database: shared by all instances, and still there after a restart. */
export function createCardStorage(database: Database): CardStorage {
  const all = () => database.read<CardTables>().selectFrom('simulator_cards').selectAll();
  return {
    insert: (card) => database.writeGrouped(insertion, card),
    byReference: async (reference) => {
      const row = await all().where('reference', '=', reference).executeTakeFirst();
      return row && CARDS.fromRow(row);
    },
    byToken: async (token) => {
      const row = await all().where('token', '=', token).executeTakeFirst();
      return row && CARDS.fromRow(row);
    },
    delete: (token) =>
      database.write(async (write) => {
        const cards = write.tables<CardTables>().updateTable('simulator_cards');
        await cards.set({ deleted: 1 }).where('token', '=', token).execute();
      }),
    newest: async (limit) =>
      (await all().orderBy('created', 'desc').limit(limit).execute()).map((row) => CARDS.fromRow(row)),
  };
}

/** The vault in memory, for tests without a database. */
export function memoryCardStorage(): CardStorage {
  const cards = new Map<string, SimulatedCard>();
  return {
    insert: async (card) => {
      cards.set(card.token, card);
    },
    byReference: async (reference) => [...cards.values()].find((card) => card.reference === reference),
    byToken: async (token) => cards.get(token),
    delete: async (token) => {
      const card = cards.get(token);
      if (card) cards.set(token, { ...card, deleted: 1 });
    },
    newest: async (limit) => [...cards.values()].toReversed().slice(0, limit),
  };
}
