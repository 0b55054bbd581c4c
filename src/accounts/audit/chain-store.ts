import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../platform/database/index.ts';
import type { ChainEnd, ChainHead } from './chain.ts';
import type { AuditHeadRow, AuditRow, AuditTables } from './tables.ts';

const HEAD = 'head';

export interface StoredHead extends ChainHead {
  readonly mac: string;
}

export async function readHead(tables: Kysely<AuditTables>): Promise<StoredHead | undefined> {
  const row = await tables.selectFrom('audit_heads').selectAll().where('name', '=', HEAD).executeTakeFirst();
  return (
    row && {
      seq: row.seq,
      link: row.link,
      base: { seq: row.base_seq, link: row.base_link },
      adoptsUntil: row.adopts_until,
      mac: row.mac,
    }
  );
}

export async function writeHead(tables: Kysely<AuditTables>, head: StoredHead): Promise<void> {
  const values: Omit<AuditHeadRow, 'name'> = {
    seq: head.seq,
    link: head.link,
    base_seq: head.base.seq,
    base_link: head.base.link,
    adopts_until: head.adoptsUntil,
    mac: head.mac,
  };
  await tables
    .insertInto('audit_heads')
    .values({ name: HEAD, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

/** In the order of their ids. */
export function selectUnsealed(
  tables: Kysely<AuditTables>,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<AuditRow[]> {
  return tables
    .selectFrom('audit')
    .selectAll()
    .where('seq', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** In the order of the chain. */
export function selectSealed(
  tables: Kysely<AuditTables>,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<AuditRow[]> {
  return tables
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function findChainLink(tables: Kysely<AuditTables>, seq: number): Promise<string | undefined> {
  const row = await tables.selectFrom('audit').select('link').where('seq', '=', seq).executeTakeFirst();
  return row?.link ?? undefined;
}

export interface SealedRow extends ChainEnd {
  readonly id: string;
  readonly mac: string | null;
}

const SEAL = {
  table: 'audit',
  key: { column: 'id', type: 'text' },
  guard: { column: 'id', type: 'text' },
  set: { mac: 'text', seq: 'bigint', link: 'text' },
} as const;

export async function sealRows(transaction: WriteTransaction, rows: readonly SealedRow[]): Promise<void> {
  await transaction.updateRows(
    SEAL,
    rows.map(({ id, mac, seq, link }) => ({ key: id, expected: id, values: { mac, seq, link } })),
  );
}
