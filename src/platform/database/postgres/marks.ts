import type { RoomMigrations } from '../database.ts';

/** A slot is left after so many transactions: under a long snapshot its old versions would slow down each next one. */
const MARKS_IN_SLOT = 1_000;
/** What a resolver may wait for a transaction that still runs on a connection that is gone. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Every transaction leaves a mark, so that it can be found out whether it was committed when the answer to COMMIT was
 * lost. (`pg_xact_status` would not do: a number that was not durable when the server crashed is given out again.)
 */
export const markMigrations: RoomMigrations = {
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

/** Removes the marks of processes that ended: whoever could ask for them has long stopped. */
export const FORGET_OLD_MARKS = `delete from write_marks where marked_at < now() - interval '1 day'`;

/** The mark of one transaction. */
export interface Mark {
  /** Begins the transaction and leaves the mark in it. Fails once the transaction was found out not to have happened. */
  readonly begin: string;
  /**
   * Finds out: waits for the transaction should it still run, and makes sure that it cannot happen later. The third of
   * its results has a row whose `mark` is `done` if the transaction was committed.
   */
  readonly find: string;
  readonly done: number;
  /** Lets the next transaction use the slot. */
  free(): void;
}

export interface Marks {
  next(): Mark;
}

/** Slots are used by one transaction at a time. Even marks are transactions, odd ones say that the one before did not happen. */
export function createMarks(processId: string): Marks {
  const free: Slot[] = [];
  let slots = 0;
  const newSlot = (): Slot => {
    slots += 1;
    return { name: `${processId}-${slots}`, used: 0 };
  };
  return {
    next: () => {
      const known = free.pop() ?? newSlot();
      const isWorn = known.used >= MARKS_IN_SLOT;
      const slot = isWorn ? newSlot() : known;
      slot.used += 1;
      const done = slot.used * 2;
      return {
        begin: `begin; ${leaveMark(slot.name, done)}${isWorn ? `; delete from write_marks where slot = '${known.name}'` : ''}`,
        find: `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${findMark(slot.name, done)}; commit`,
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

function leaveMark(slot: string, mark: number): string {
  // No value where a later mark is there already: the column refuses that, and with it the transaction.
  return (
    `insert into write_marks as m (slot, mark, marked_at) values ('${slot}', ${mark}, now()) on conflict (slot) ` +
    'do update set mark = case when m.mark < excluded.mark then excluded.mark end, marked_at = excluded.marked_at'
  );
}

function findMark(slot: string, done: number): string {
  const undone = done + 1;
  return (
    `insert into write_marks as m (slot, mark, marked_at) values ('${slot}', ${undone}, now()) on conflict (slot) ` +
    `do update set mark = case when m.mark = ${done} then ${done} else ${undone} end returning mark`
  );
}
