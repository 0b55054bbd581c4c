import type { AccountsOptions } from '../options.ts';
import type { AuditChain, ChainEnd } from './chain.ts';
import { readHead } from './chain-store.ts';
import type { AuditRow, AuditTables } from './tables.ts';
import { type AuditFault, followRow } from './verify.ts';

export interface ArchiveReport {
  /** Different rows that were checked. */
  readonly rows: number;
  /** Numbers of the first and the last of them; 0 when there is none. */
  readonly first: number;
  readonly last: number;
  /** The first fault in the order of the chain; undefined when there is none. */
  readonly fault: AuditFault | undefined;
}

/**
 * Checks archived rows, in the order of the chain, from the first that is there to the base, on which the rows of the
 * database follow. `since`: that one of them still is what it was when its link was noted.
 */
export async function verifyAuditArchive(
  { database, chain }: Pick<AccountsOptions, 'database'> & { readonly chain: AuditChain },
  archived: AsyncIterable<unknown>,
  since?: ChainEnd,
): Promise<ArchiveReport> {
  const head = await readHead(database.read<AuditTables>());
  if (head && chain.headMacOf(head) !== head.mac) return { ...NONE, fault: { kind: 'head_changed' } };
  const base = head?.base ?? { seq: 0, link: '' };
  let walk: Walk = { report: NONE, end: undefined };
  let isPointSeen = since === undefined;
  for await (const row of archived as AsyncIterable<AuditRow>) {
    const { seq } = row;
    // Archived once more, as after a crash; or archived and not removed yet.
    if (seq === null || seq <= (walk.end?.seq ?? 0) || seq > base.seq) continue;
    walk = walkOn(chain, walk, { ...row, seq });
    if (walk.report.fault) return walk.report;
    if (since?.seq !== seq) continue;
    if (since.link !== row.link) return { ...walk.report, fault: { kind: 'pin_differs', seq } };
    isPointSeen = true;
  }
  if (!isPointSeen && since) return { ...walk.report, fault: { kind: 'pin_differs', seq: since.seq } };
  return { ...walk.report, fault: walk.end && faultAtEnd(walk.end, base) };
}

interface Walk {
  readonly report: ArchiveReport;
  /** Undefined before the first row. */
  readonly end: ChainEnd | undefined;
}

function walkOn(chain: AuditChain, { report, end }: Walk, row: AuditRow & { readonly seq: number }): Walk {
  const step = end ? followRow(chain, end, row) : firstRow(chain, row);
  if (step.fault) return { report: { ...report, fault: step.fault }, end };
  const { seq } = row;
  return {
    report: { ...report, rows: report.rows + 1, first: report.first || seq, last: seq },
    end: step.end,
  };
}

function faultAtEnd(end: ChainEnd, base: ChainEnd): AuditFault | undefined {
  if (end.seq < base.seq) return { kind: 'row_missing', seq: end.seq + 1 };
  // The link of the first row was taken on trust: this proves it.
  return end.link === base.link ? undefined : { kind: 'head_changed' };
}

const NONE: ArchiveReport = { rows: 0, first: 0, last: 0, fault: undefined };

function firstRow(chain: AuditChain, row: AuditRow & { readonly seq: number }): ReturnType<typeof followRow> {
  const { seq } = row;
  const start = { seq: 0, link: '' };
  if (seq === 1) return followRow(chain, start, row);
  if (row.mac !== chain.macOf(row)) return { end: start, fault: { kind: 'row_changed', seq, id: row.id } };
  return { end: { seq, link: row.link ?? '' } };
}
