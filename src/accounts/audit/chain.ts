import { createHmac } from 'node:crypto';
import type { AuditRow } from './tables.ts';

/** What a row of the audit says, without what proves it. */
export type AuditContent = Omit<AuditRow, 'mac' | 'seq' | 'link'>;

/** Where the chain of sealed rows ends. */
export interface ChainEnd {
  /** Number of the last sealed row; 0 before the first. */
  readonly seq: number;
  /** Its link; empty before the first. */
  readonly link: string;
}

/** The one row that says how far the chain goes, so that rows missing at the end are found. */
export interface ChainHead extends ChainEnd {
  /** What the first row that is kept follows on: other than 0 once old rows are dropped. */
  readonly base: ChainEnd;
  /** Until then (milliseconds since 1970) rows without a MAC, of versions that wrote none, are taken into the chain. */
  readonly adoptsUntil: number;
}

/** Makes what proves the audit: without the key, which is not in the database in clear, nobody can. */
export interface AuditChain {
  /** Made when the row is written, over all that it says. */
  macOf(row: AuditContent): string;
  /** Made when the row is sealed, over its place, its MAC and the link before it. */
  linkOf(previous: string, seq: number, mac: string): string;
  headMacOf(head: ChainHead): string;
}

export function createAuditChain(key: Buffer): AuditChain {
  const hmac = (kind: string, values: readonly (string | number | null)[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, ...values]))
      .digest('base64url');
  return {
    macOf: (row) =>
      // One order for good: a column that comes later is added at the end, where it is not null.
      hmac('row', [
        row.id,
        row.at,
        row.operation,
        row.person_id,
        row.credential_id,
        row.for_person_id,
        row.address,
        row.result,
        row.record,
        row.origin,
        row.role,
        row.user_id,
        row.detail,
      ]),
    linkOf: (previous, seq, mac) => hmac('link', [previous, seq, mac]),
    headMacOf: ({ seq, link, base, adoptsUntil }) =>
      hmac('head', [seq, link, base.seq, base.link, adoptsUntil]),
  };
}
