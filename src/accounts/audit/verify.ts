import type { Kysely } from 'kysely';
import type { AccountsOptions } from '../options.ts';
import type { AuditChain, ChainEnd } from './chain.ts';
import { findChainLink, readHead, type StoredHead, selectSealed, selectUnsealed } from './chain-store.ts';
import type { AuditRow, AuditTables } from './tables.ts';

const PAGE = 500;
/** Rows sealed during the walk are walked too, this many times; later ones are left for the next walk. */
const MAX_ROUNDS = 10;

export type AuditFault =
  /** The row does not contain what was written, or the service did not write it. */
  | { readonly kind: 'row_changed'; readonly seq: number | undefined; readonly id: string }
  /** The row with this number is gone. */
  | { readonly kind: 'row_missing'; readonly seq: number }
  /** The row does not follow the previous one: it was inserted, or its number or link was changed. */
  | { readonly kind: 'link_wrong'; readonly seq: number; readonly id: string }
  /** A row with a number beyond the head of the chain. */
  | { readonly kind: 'row_beyond_head'; readonly seq: number; readonly id: string }
  | { readonly kind: 'head_missing' }
  | { readonly kind: 'head_changed' }
  /** The row with this number is missing, or differs from when its link was noted. */
  | { readonly kind: 'pin_differs'; readonly seq: number }
  /** Its time was over: whether it was the same can be seen in the archive only. */
  | { readonly kind: 'pin_removed'; readonly seq: number };

export interface AuditReport {
  /** Rows checked. */
  readonly rows: number;
  /** Rows that wait to be sealed; those were checked one by one, not in order. */
  readonly unsealed: number;
  /** Number of the last row that was archived or deleted because its time was over; 0: the first row is still there. */
  readonly removed: number;
  /** To be kept elsewhere and passed as `since` later; undefined before the first row is sealed. */
  readonly head: ChainEnd | undefined;
  /** The first fault in the order of the chain; undefined when there is none. */
  readonly fault: AuditFault | undefined;
}

/** Checks the chain from its base, or from the row `since`, to its head, and stops at the first fault. */
export async function verifyAudit(
  { database, chain, clock }: Pick<AccountsOptions, 'database' | 'clock'> & { readonly chain: AuditChain },
  since?: ChainEnd,
): Promise<AuditReport> {
  const tables = database.read<AuditTables>();
  const head = await readHead(tables);
  const walked = await walkSealed(tables, chain, head, since);
  const removed = head?.base.seq ?? 0;
  if (walked.fault) return { ...walked, unsealed: 0, removed, head: endOf(head) };
  const adopts = (!head && walked.rows === 0) || (head !== undefined && clock.now() < head.adoptsUntil);
  const unsealed = await checkUnsealed(tables, chain, adopts);
  return {
    rows: walked.rows + unsealed.rows,
    unsealed: unsealed.rows,
    removed,
    head: endOf(walked.head),
    fault: unsealed.fault,
  };
}

interface Walk {
  readonly rows: number;
  readonly fault: AuditFault | undefined;
  /** As it was at the end of the walk. */
  readonly head?: StoredHead | undefined;
}

/** How far the check came, and the fault that ended it. */
interface Step {
  readonly end: ChainEnd;
  readonly rows: number;
  readonly fault?: AuditFault | undefined;
}

async function walkSealed(
  tables: Kysely<AuditTables>,
  chain: AuditChain,
  firstHead: StoredHead | undefined,
  since: ChainEnd | undefined,
): Promise<Walk> {
  const fault = since && (await checkPoint(tables, chain, firstHead, since));
  if (fault) return { rows: 0, fault };
  let head = firstHead;
  let step: Step = { end: since ?? head?.base ?? { seq: 0, link: '' }, rows: 0 };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (head) step = await walkToHead(tables, chain, head, step);
    const moved = step.fault && (await movedHead(tables, head, step.fault));
    if (moved) {
      head = moved;
      step = { end: moved.base, rows: step.rows };
      continue;
    }
    if (step.fault) return { rows: step.rows, fault: step.fault };
    const [next] = await selectSealed(tables, { afterSeq: step.end.seq, limit: 1 });
    if (!next) return { rows: step.rows, fault: undefined, head };
    // Sealed during this check, or inserted by somebody.
    head = await readHead(tables);
    if (!head) return { rows: step.rows, fault: { kind: 'head_missing' } };
    if (head.seq <= step.end.seq) {
      return { rows: step.rows, fault: { kind: 'row_beyond_head', seq: next.seq ?? 0, id: next.id } };
    }
  }
  return { rows: step.rows, fault: undefined, head };
}

/** The head as it is now, when rows are missing because old ones were removed during this check. */
async function movedHead(
  tables: Kysely<AuditTables>,
  before: StoredHead | undefined,
  fault: AuditFault,
): Promise<StoredHead | undefined> {
  const now = fault.kind === 'row_missing' ? await readHead(tables) : undefined;
  return now && now.base.seq > (before?.base.seq ?? 0) ? now : undefined;
}

async function checkPoint(
  tables: Kysely<AuditTables>,
  chain: AuditChain,
  head: StoredHead | undefined,
  { seq, link }: ChainEnd,
): Promise<AuditFault | undefined> {
  // Only a head with the right MAC says what was removed rightly.
  const base = head && chain.headMacOf(head) === head.mac ? head.base : undefined;
  if (base && seq < base.seq) return { kind: 'pin_removed', seq };
  const found = seq === base?.seq ? base.link : await findChainLink(tables, seq);
  return found === link ? undefined : { kind: 'pin_differs', seq };
}

async function walkToHead(
  tables: Kysely<AuditTables>,
  chain: AuditChain,
  head: StoredHead,
  from: Step,
): Promise<Step> {
  if (chain.headMacOf(head) !== head.mac) return { ...from, fault: { kind: 'head_changed' } };
  let step = from;
  while (step.end.seq < head.seq) {
    const page = await selectSealed(tables, { afterSeq: step.end.seq, limit: PAGE });
    const [first] = page;
    if (!first || (first.seq ?? 0) > head.seq) {
      return { ...step, fault: { kind: 'row_missing', seq: step.end.seq + 1 } };
    }
    for (const row of page) {
      if (step.end.seq === head.seq) break;
      const next = followRow(chain, step.end, row);
      step = { ...next, rows: step.rows + 1 };
      if (step.fault) return step;
    }
  }
  const isEnd = step.end.seq === head.seq && step.end.link === head.link;
  return isEnd ? step : { ...step, fault: { kind: 'head_changed' } };
}

/** The end of the chain after this row, which must be the next one. */
export function followRow(chain: AuditChain, end: ChainEnd, row: AuditRow): Omit<Step, 'rows'> {
  const seq = end.seq + 1;
  if (row.seq !== seq) return { end, fault: { kind: 'row_missing', seq } };
  if (row.mac !== chain.macOf(row)) return { end, fault: { kind: 'row_changed', seq, id: row.id } };
  const link = chain.linkOf(end.link, seq, row.mac);
  if (row.link !== link) return { end, fault: { kind: 'link_wrong', seq, id: row.id } };
  return { end: { seq, link } };
}

/** `adopts`: rows of versions without MACs may still exist. */
async function checkUnsealed(tables: Kysely<AuditTables>, chain: AuditChain, adopts: boolean): Promise<Walk> {
  let rows = 0;
  let afterId = '';
  for (;;) {
    const page = await selectUnsealed(tables, { afterId, limit: PAGE });
    for (const row of page) {
      rows += 1;
      const fits = row.mac === null ? adopts : row.mac === chain.macOf(row);
      if (!fits) return { rows, fault: { kind: 'row_changed', seq: undefined, id: row.id } };
    }
    afterId = page.at(-1)?.id ?? '';
    if (page.length < PAGE) return { rows, fault: undefined };
  }
}

function endOf(head: ChainEnd | undefined): ChainEnd | undefined {
  return head && head.seq > 0 ? { seq: head.seq, link: head.link } : undefined;
}
