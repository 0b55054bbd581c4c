import type { RoomMigrations } from '../database.ts';
import { type Statement, statementName } from './statements.ts';

/**
 * A slot is dropped after this many transactions: under a long snapshot its old row versions would slow down
 * each next one.
 */
const TRANSACTIONS_PER_SLOT = 1_000;
/** How long a resolver waits for a transaction that still runs on a lost connection. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Every transaction writes a marker, so that its commit can be verified when the answer to COMMIT is lost.
 * (`pg_xact_status` does not serve: an id that was not durable when the server crashed is assigned again.)
 */
export const commitMarkerMigrations: RoomMigrations = {
  '0022-write-marks': {
    up: async (database) => {
      await database.schema
        .createTable('write_marks')
        .addColumn('slot', 'text', (column) => column.primaryKey())
        .addColumn('mark', 'bigint', (column) => column.notNull())
        .addColumn('marked_at', 'timestamptz', (column) => column.notNull())
        .execute();
    },
  },
};

/** Deletes markers of processes that ended long ago and cannot ask for them. */
export const DELETE_OLD_MARKERS = `delete from write_marks where marked_at < now() - interval '1 day'`;

/** The commit marker of one transaction. */
export interface CommitMarker {
  /**
   * Begins the transaction and writes the marker. Fails once the transaction was declared not to have
   * happened.
   */
  readonly begin: string;
  /** The same as statements of a script. */
  readonly beginScript: readonly Statement[];
  /**
   * Finds out: waits for the transaction if it still runs, and makes sure that it cannot commit later. The
   * third result has a row whose `mark` is `done` if it was committed.
   */
  readonly find: string;
  readonly done: number;
  /** Releases the slot for the next transaction. */
  free(): void;
}

export interface CommitMarkers {
  next(): CommitMarker;
}

/**
 * A slot serves one transaction at a time. Even values are transactions; odd ones declare that the previous
 * one did not happen.
 */
export function createCommitMarkers(processId: string): CommitMarkers {
  const free: Slot[] = [];
  let slots = 0;
  const newSlot = (): Slot => {
    slots += 1;
    return { name: `${processId}-${slots}`, used: 0 };
  };
  return {
    next: () => {
      const known = free.pop() ?? newSlot();
      const isWorn = known.used >= TRANSACTIONS_PER_SLOT;
      const slot = isWorn ? newSlot() : known;
      slot.used += 1;
      const done = slot.used * 2;
      const worn = isWorn ? [known.name] : [];
      return {
        begin: [
          BEGIN,
          insertMarker(`'${slot.name}'`, String(done)),
          ...worn.map((name) => dropSlot(`'${name}'`)),
        ].join('; '),
        beginScript: [
          { name: BEGIN_NAME, text: BEGIN, values: [] },
          { name: MARKER_NAME, text: INSERT_SCRIPT_MARKER, values: [slot.name, String(done)] },
          ...worn.map((name) => ({ name: 'guiche_slot', text: DROP_SLOT, values: [name] })),
        ],
        find: `${BEGIN}; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${findMarker(slot.name, done)}; commit`,
        done,
        free: () => free.push(slot),
      };
    },
  };
}

interface Slot {
  readonly name: string;
  used: number;
}

/** Stricter defaults of an administrator would make transactions fail that the guards of each statement order already. */
const BEGIN = 'begin isolation level read committed';
const BEGIN_NAME = statementName(BEGIN);
/**
 * The plan of a prepared statement is kept: one that was made while a table was small must not read all of it later. The
 * server would otherwise plan small writes anew each time. Set by the marker's statement, because each one costs time.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
};
const SET_ALL = Object.entries(SETTINGS).map(([name, value]) => `set_config('${name}', '${value}', true)`);
const INSERT_SCRIPT_MARKER = `${insertMarker('$1::text', '$2::bigint')} returning ${SET_ALL.join(', ')}`;
const MARKER_NAME = statementName(INSERT_SCRIPT_MARKER);
const DROP_SLOT = dropSlot('$1::text');

/** `slot` and `mark` are expressions. */
function insertMarker(slot: string, mark: string): string {
  // No value when a later marker exists: the column refuses that, and with it the transaction.
  return (
    `insert into write_marks as m (slot, mark, marked_at) values (${slot}, ${mark}, now()) on conflict (slot) ` +
    'do update set mark = case when m.mark < excluded.mark then excluded.mark end, marked_at = excluded.marked_at'
  );
}

function dropSlot(slot: string): string {
  return `delete from write_marks where slot = ${slot}`;
}

function findMarker(slot: string, done: number): string {
  const undone = done + 1;
  return (
    `insert into write_marks as m (slot, mark, marked_at) values ('${slot}', ${undone}, now()) on conflict (slot) ` +
    `do update set mark = case when m.mark = ${done} then ${done} else ${undone} end returning mark`
  );
}
