import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { OLD_ROWS_PER_BATCH, type OldRows, type RetainedRows } from '../../platform/retention/index.ts';
import type { AuditChain, ChainEnd } from './chain.ts';
import { readHead, selectSealed, writeHead } from './chain-store.ts';
import { checkHead, type SealOptions } from './seal.ts';
import type { AuditRow, AuditTables } from './tables.ts';
import { followRow } from './verify.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * The sealed rows at the beginning of the chain that were written more than `keptDays` ago. Number and link of the last
 * one that goes become the base of the chain, under the MAC of its head: the rows that stay are verified from there, and
 * the archived ones up to there (verify-archive.ts). Nothing goes from a chain that is not as it was written: that would
 * remove the proof.
 */
export function oldAudit(options: SealOptions & { readonly keptDays: number }): RetainedRows {
  return {
    kind: 'audit',
    old: async function* () {
      const before = options.clock.now() - options.keptDays * DAY_MS;
      for (;;) {
        const old = await oldRows(options, before);
        yield old;
        if (old.rows.length < OLD_ROWS_PER_BATCH) return;
      }
    },
  };
}

async function oldRows({ database, chain }: SealOptions, before: number): Promise<OldRows> {
  const tables = database.read<AuditTables>();
  const head = await readHead(tables);
  await checkHead(tables, chain, head);
  if (!head) return NOTHING;
  const rows: AuditRow[] = [];
  let end: ChainEnd = head.base;
  for (const row of await selectSealed(tables, { afterSeq: head.base.seq, limit: OLD_ROWS_PER_BATCH })) {
    if (row.at >= before || end.seq === head.seq) break;
    const step = followRow(chain, end, row);
    if (step.fault) {
      throw new Error(
        `the audit was changed at number ${end.seq + 1}, so none of it is removed: see \`guiche audit verify\``,
      );
    }
    end = step.end;
    rows.push(row);
  }
  const base = end;
  return {
    rows,
    remove: () =>
      database.write((transaction) => moveBase(transaction, { chain, from: head.base, to: base })),
  };
}

const NOTHING: OldRows = { rows: [], remove: async () => undefined };

async function moveBase(
  transaction: WriteTransaction,
  { chain, from, to }: { readonly chain: AuditChain; readonly from: ChainEnd; readonly to: ChainEnd },
): Promise<void> {
  await lockSequence(transaction, 'audit');
  const tables = transaction.tables<AuditTables>();
  const head = await readHead(tables);
  await checkHead(tables, chain, head);
  // Another instance that took this one for dead was faster.
  if (head?.base.seq !== from.seq) return;
  await tables.deleteFrom('audit').where('seq', '>', from.seq).where('seq', '<=', to.seq).execute();
  const next = { ...head, base: to };
  await writeHead(tables, { ...next, mac: chain.headMacOf(next) });
}
