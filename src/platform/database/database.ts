import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export type Engine = 'sqlite' | 'postgres';

/** PostgreSQL type of a column, for writes of many rows at once. SQLite takes the value as it is. A `uuid` is a text above. */
export type ColumnType = 'text' | 'uuid' | 'bigint';

/** What a bulk write must know of a table. Made once, at module level: statements are kept by identity. */
export interface BulkTable<Row extends object> {
  readonly name: string;
  readonly columns: Readonly<Record<keyof Row & string, ColumnType>>;
  /** Columns that may hold null. With it, `checkRow` finds a missing value before the database does. */
  readonly nullable?: readonly NullableColumn<Row>[];
  /** A row whose key is there already adds its sums to it; each key comes once in a write. Absent: that is an error. */
  readonly adding?: {
    readonly key: readonly string[];
    readonly sums: readonly string[];
  };
  /** A row whose key is there already stays as it is, and the new one is left out. */
  readonly keeping?: readonly string[];
  /**
   * A row whose key is there already puts its text before the one there, cut to so many characters, and sets other columns;
   * each key comes once in a write.
   */
  readonly prepending?: {
    readonly key: string;
    readonly text: string;
    readonly length: number;
    readonly sets: readonly string[];
  };
}

type NullableColumn<Row> = { [Name in keyof Row & string]: null extends Row[Name] ? Name : never }[keyof Row &
  string];

/** An update of many rows by key, each only if `guard` still holds the expected value. */
export interface BulkUpdate<Key extends string, Guard extends string, Values extends object> {
  readonly table: string;
  readonly key: { readonly column: Key; readonly type: ColumnType };
  readonly guard: { readonly column: Guard; readonly type: ColumnType };
  readonly set: Readonly<Record<keyof Values & string, ColumnType>>;
}

export interface GuardedRow<Values extends object> {
  readonly key: string | number;
  readonly expected: string | number;
  readonly values: Values;
}

/** One open transaction. Everything in it is committed together or not at all. */
export interface WriteTransaction {
  tables<Tables>(): Kysely<Tables>;
  /** Inserts all rows with one statement. An error may appear with a later statement or at the commit. */
  insertRows<Row extends object>(table: BulkTable<Row>, rows: readonly Row[]): Promise<void>;
  /** Returns for each row whether it was inserted: not when its key was there, or came earlier among the rows. */
  insertNewRows<Row extends object>(
    table: BulkTable<Row>,
    key: keyof Row & string,
    rows: readonly Row[],
  ): Promise<readonly boolean[]>;
  /**
   * Returns for each row whether its guard held, so that it was changed. Of several rows with one key only
   * the first counts.
   */
  updateRows<Key extends string, Guard extends string, Values extends object>(
    update: BulkUpdate<Key, Guard, Values>,
    rows: readonly GuardedRow<Values>[],
  ): Promise<readonly boolean[]>;
}

/** A write shared by concurrent requests: called with all items that arrived while the last commit ran. */
export interface GroupedWrite<Item, Result> {
  readonly name: string;
  /** It holds a lock that other instances wait for: its commits carry nothing else. */
  readonly sharesNoCommit?: true;
  /**
   * `low`: must never delay a sale. It has its own queue and few commits a second, and is refused
   * (DatabaseUnavailable) when the queue is full.
   */
  readonly priority?: 'normal' | 'low';
  /**
   * Throws for an item that the database would refuse. Called before the item joins a batch, so that it fails
   * alone and at once.
   */
  check?(item: Item): void;
  /** Set when `apply` asks queries each time (`tables`): such writes have commits of their own. */
  readonly asksQueries?: boolean;
  /**
   * One result per item, in the order of the items. May run again from the start; the first time it may be told that every
   * guard holds before that is known, and what it returns counts only if that was true. So it has no other effects.
   */
  apply(transaction: WriteTransaction, items: readonly Item[]): Promise<readonly Result[]>;
}

export type RoomMigrations = Readonly<Record<string, Migration>>;

export interface Database {
  readonly engine: Engine;
  /** Queries outside a transaction; they see committed rows only. Never used to write. */
  read<Tables>(): Kysely<Tables>;
  /**
   * As `read`, for queries that may take long: in threads of their own on SQLite, on connections of their own on
   * PostgreSQL, so that they hold up no sale. They do not wait for a sync that is under way: what was committed moments ago
   * may be seen before it is durable. For what people look at, never for what a decision or an answer rests on.
   */
  readAside<Tables>(): Kysely<Tables>;
  /**
   * One transaction of its own. `work` may run again after a serialization failure or a lost connection, so
   * it must have no other effects.
   */
  write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>;
  /** Durable when it resolves. Shares its commit with other writes of the same moment. */
  writeGrouped<Item, Result>(write: GroupedWrite<Item, Result>, item: Item): Promise<Result>;
  /** Applies migrations that are missing, in the order of their names, under a lock. */
  migrate(migrations: RoomMigrations): Promise<void>;
  /**
   * Frees the room that updates left behind in these tables, for the rows to come. Nothing to do on the embedded database,
   * which updates rows in their place.
   */
  reclaim(tables: readonly string[], signal: AbortSignal): Promise<void>;
  /** False when only a restart can help: the disk failed to keep what was committed. */
  working(): boolean;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  /** False when its disk is full, found by writing what is removed again: to be asked after a write that failed so. */
  hasRoom(): Promise<boolean>;
  /** The connections to a server, by pool; none of the embedded database. */
  pools(): readonly PoolLoad[];
  close(): Promise<void>;
}

/**
 * Thrown by every method while the database cannot be reached, after a short wait. A write then happened as a
 * whole or not at all. Answered with 503 and Retry-After.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Connections of one pool at this moment. */
export interface PoolLoad {
  readonly name: 'main' | 'aside';
  readonly max: number;
  readonly busy: number;
  readonly idle: number;
  /** Queries and commits that wait for a connection. */
  readonly waiting: number;
}

const UNFIT = {
  synchronous_commit:
    'este banco tem synchronous_commit = off: vendas respondidas poderiam se perder; mude-o para on',
  encoding:
    'este banco não é UTF8, e nomes com acento, € ou emoji seriam recusados: crie outro, com create database … encoding ' +
    "'UTF8' template template0",
} as const;

/** Thrown at the start by a server that acknowledges commits before they are durable, or cannot keep every text. */
export class UnsafeDatabase extends Error {
  constructor(why: keyof typeof UNFIT) {
    super(UNFIT[why]);
    this.name = 'UnsafeDatabase';
  }
}

/** Thrown at the start when somebody else has held the lock of the migrations for an hour. */
export class MigrationsLocked extends Error {
  constructor(holder: string) {
    super(
      `${holder} segura a trava das migrações há mais de uma hora: veja o que ele faz, ou termine-o com select ` +
        'pg_terminate_backend(PROCESSO), e inicie de novo',
    );
    this.name = 'MigrationsLocked';
  }
}

/** Thrown at the start when a version with more migrations has used the database. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `uma versão mais nova do Guichê já mudou este banco (${migration}), e esta não sabe lê-lo: use aquela, ou restaure o ` +
        'backup feito antes da atualização',
    );
    this.name = 'NewerDatabase';
  }
}
