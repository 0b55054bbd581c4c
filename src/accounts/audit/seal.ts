import type { Kysely } from 'kysely';
import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { AccountsOptions } from '../options.ts';
import type { AuditChain, ChainHead } from './chain.ts';
import {
  readHead,
  type SealedRow,
  type StoredHead,
  sealRows,
  selectSealed,
  selectUnsealed,
  writeHead,
} from './chain-store.ts';
import type { AuditRow, AuditTables } from './tables.ts';

const EVERY_MS = 2_000;
/** Rows sealed by one transaction: some milliseconds of SQLite's only writer. */
export const SEAL_BATCH = 200;
/** In one run, that is 2,000 rows a second: many more than are written. */
const MAX_BATCHES = 20;
/** For instances of the previous version that still run after the first one of this version has started. */
const ADOPTION_MS = 24 * 60 * 60_000;

export type SealOptions = Pick<AccountsOptions, 'database' | 'clock'> & { readonly chain: AuditChain };

/** Adds the rows written since the last run to the chain. */
export function createSealJob(options: SealOptions): Job {
  return {
    name: 'audit-seal',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
        if ((await sealAudit(options)) < SEAL_BATCH) return;
      }
    },
  };
}

/** Seals up to SEAL_BATCH rows in one transaction and returns how many; any number of instances may do so at once. */
export async function sealAudit(options: SealOptions): Promise<number> {
  const { database, clock, chain } = options;
  // Most runs find nothing, and take no write lock.
  const [first] = await selectUnsealed(database.read<AuditTables>(), { afterId: '', limit: 1 });
  if (!first) return 0;
  return database.write(async (transaction) => {
    await lockSequence(transaction, 'audit');
    const tables = transaction.tables<AuditTables>();
    const rows = await selectUnsealed(tables, { afterId: '', limit: SEAL_BATCH });
    const stored = await readHead(tables);
    await checkHead(tables, chain, stored);
    return seal(transaction, { chain, rows, head: stored ?? firstHead(rows, clock.now()), now: clock.now() });
  });
}

/**
 * Sealing on from a manipulated head, or deleting up to a new base, would make it valid: the rows wait, and the log says
 * why.
 */
export async function checkHead(
  tables: Kysely<AuditTables>,
  chain: AuditChain,
  head: StoredHead | undefined,
): Promise<void> {
  const isGood = head
    ? chain.headMacOf(head) === head.mac
    : (await selectSealed(tables, { afterSeq: 0, limit: 1 })).length === 0;
  if (!isGood) throw new Error('the head of the audit was changed or removed: see `guiche audit verify`');
}

/** In a database of a version without MACs the chain begins with the existing rows. */
function firstHead(rows: readonly AuditRow[], now: number): ChainHead {
  const start = { seq: 0, link: '' };
  const hasOlder = rows.some((row) => row.mac === null);
  return { ...start, base: start, adoptsUntil: hasOlder ? now + ADOPTION_MS : 0 };
}

async function seal(
  transaction: WriteTransaction,
  given: {
    readonly chain: AuditChain;
    readonly rows: readonly AuditRow[];
    readonly head: ChainHead;
    readonly now: number;
  },
): Promise<number> {
  const { chain, rows, head, now } = given;
  let { seq, link } = head;
  const sealed = rows.map((row): SealedRow => {
    const mac = row.mac ?? (now < head.adoptsUntil ? chain.macOf(row) : null);
    seq += 1;
    link = chain.linkOf(link, seq, mac ?? '');
    return { id: row.id, mac, seq, link };
  });
  await sealRows(transaction, sealed);
  const next = { ...head, seq, link };
  await writeHead(transaction.tables<AuditTables>(), { ...next, mac: chain.headMacOf(next) });
  return rows.length;
}
