import type { Kysely } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import { type Calls, joined } from './calls.ts';
import { type Circuit, CLOSED, isInDoubt, judged, type Pause } from './circuit.ts';
import { HEALTH, type HealthTables, PAUSES, type StoredHealth } from './health-table.ts';

type HealthRow = HealthTables['acquirer_health'];

/** An account as it is shared, and who its acquirer is. */
export interface SharedCircuit {
  readonly provider: string;
  readonly circuit: Circuit;
  /** When calls were told last. */
  readonly changedAt: number;
}

/** Calls that others have not been told of. */
export interface NewCalls {
  readonly account: string;
  readonly provider: string;
  readonly calls: Calls;
}

export interface HealthStore {
  /** All accounts in doubt, and all that are paused, by account. */
  read(): Promise<{
    readonly circuits: ReadonlyMap<string, SharedCircuit>;
    readonly pauses: ReadonlyMap<string, Pause>;
  }>;
  /** Adds calls to those of all instances, in one commit, and returns how the accounts stand then. */
  add(news: readonly NewCalls[], now: number): Promise<ReadonlyMap<string, SharedCircuit>>;
  pause(account: string, pause: Pause, written?: Written): Promise<void>;
  /** False where it was not paused: nothing is written then. */
  resume(account: string, written?: Written): Promise<boolean>;
}

/** What is written in the same commit, as an entry of the audit. */
type Written = (transaction: WriteTransaction) => Promise<void>;

export function createHealthStore(database: Database): HealthStore {
  return {
    read: async () => {
      const tables = database.read<HealthTables>();
      const [circuits, pauses] = await Promise.all([
        tables.selectFrom('acquirer_health').selectAll().execute(),
        tables.selectFrom('acquirer_pauses').selectAll().execute(),
      ]);
      return {
        circuits: new Map(circuits.map((row) => sharedOf(HEALTH.fromRow(row)))),
        pauses: new Map(
          pauses.map((row) => {
            const { account, createdAt: since, lastsUntil: until, reason } = PAUSES.fromRow(row);
            return [account, { since, until, reason }];
          }),
        ),
      };
    },
    add: (news, now) =>
      database.write(async (write) => {
        const added = new Map<string, SharedCircuit>();
        // In one order everywhere, so that two instances never wait for each other.
        for (const one of news.toSorted((a, b) => (a.account < b.account ? -1 : 1))) {
          const circuit = await addTo(write, one, now);
          added.set(one.account, { provider: one.provider, circuit, changedAt: now });
        }
        return added;
      }),
    pause: (account, { since, until, reason }, written) =>
      database.write(async (write) => {
        const row = PAUSES.toRow({ account, createdAt: since, lastsUntil: until, reason });
        await write
          .tables<HealthTables>()
          .insertInto('acquirer_pauses')
          .values(row)
          .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
          .execute();
        await written?.(write);
      }),
    resume: (account, written) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<HealthTables>()
          .deleteFrom('acquirer_pauses')
          .where('account', '=', account)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await written?.(write);
        return true;
      }),
  };
}

async function addTo(write: WriteTransaction, news: NewCalls, now: number): Promise<Circuit> {
  const { account, provider } = news;
  const tables = write.tables<HealthTables>();
  const row = await tables
    .selectFrom('acquirer_health')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirst();
  const before = row && HEALTH.fromRow(row);
  const known = before ? sharedOf(before)[1].circuit : CLOSED;
  const circuit = judged({ ...known, calls: joined(known.calls, news.calls, now) }, now);
  const stored = HEALTH.toRow({
    account,
    provider,
    calls: JSON.stringify(circuit.calls),
    openedAt: circuit.openedAt,
    changedAt: Math.max(now, (before?.changedAt ?? 0) + 1),
  });
  const isKept = isInDoubt(circuit);
  if (!before && !isKept) return circuit;
  const isWritten = before
    ? await replaceOwn(tables, before, isKept ? stored : undefined)
    : await insertNew(tables, stored);
  if (!isWritten) throw new HealthMoved(account);
  return circuit;
}

async function insertNew(tables: Kysely<HealthTables>, stored: HealthRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('acquirer_health')
    .values(stored)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Writes a row in the place of the one that was read, or deletes that; false where it has changed since. */
async function replaceOwn(
  tables: Kysely<HealthTables>,
  { account, changedAt }: StoredHealth,
  stored: HealthRow | undefined,
): Promise<boolean> {
  if (!stored) {
    const { numDeletedRows } = await tables
      .deleteFrom('acquirer_health')
      .where('account', '=', account)
      .where('changed_at', '=', changedAt)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }
  const { numUpdatedRows } = await tables
    .updateTable('acquirer_health')
    .set(stored)
    .where('account', '=', account)
    .where('changed_at', '=', changedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Another instance changed it at the same moment: nothing was written, and it is added a moment later. */
export class HealthMoved extends Error {
  constructor(account: string) {
    super(`the health of account ${account} was changed by another instance`);
    this.name = 'HealthMoved';
  }
}

function sharedOf({ account, provider, calls, openedAt, changedAt }: StoredHealth): [string, SharedCircuit] {
  return [account, { provider, circuit: { calls: JSON.parse(calls) as Calls, openedAt }, changedAt }];
}
