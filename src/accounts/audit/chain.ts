import { createHmac } from 'node:crypto';
import type { AuditRow } from './tables.ts';

/** The contents of an audit row, without its proof. */
export type AuditContent = Omit<AuditRow, 'mac' | 'seq' | 'link'>;

/** Where the chain of sealed rows ends. */
export interface ChainEnd {
  /** Number of the last sealed row; 0 before the first. */
  readonly seq: number;
  /** Its link; empty before the first. */
  readonly link: string;
}

/** The one row with the end of the chain, so that rows missing at the end are noticed. */
export interface ChainHead extends ChainEnd {
  /** The row before the first one kept: other than 0 once old rows were deleted. */
  readonly base: ChainEnd;
  /**
   * Until this time (milliseconds since 1970) rows without a MAC, written by older versions, are accepted into the
   * chain.
   */
  readonly adoptsUntil: number;
}

/** Computes the proofs of the audit. They need a key that the database does not contain in clear. */
export interface AuditChain {
  /** Computed when the row is written, over its contents. */
  macOf(row: AuditContent): string;
  /** Computed when the row is sealed, over its position, its MAC and the previous link. */
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
      // The order must never change: a later column is added at the end, if it is not null.
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
