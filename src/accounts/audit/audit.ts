import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { RetainedRows } from '../../platform/retention/index.ts';
import type { AccountsOptions } from '../options.ts';
import { type ChainEnd, createAuditChain } from './chain.ts';
import type { AuditEntry } from './entry.ts';
import { type AuditFilter, type AuditPage, listAudit } from './list.ts';
import { oldAudit } from './old-audit.ts';
import { createSealJob } from './seal.ts';
import { type AuditReport, verifyAudit } from './verify.ts';
import { type ArchiveReport, verifyAuditArchive } from './verify-archive.ts';
import { createWriteAudit, type WriteAudit, writeAuditWithin } from './write.ts';

/** What was done and refused, by whom; never changed. */
export interface AuditLog {
  /** For entries of requests that wrote nothing; the entry of a write goes into its transaction. */
  readonly audit: WriteAudit;
  auditWithin(transaction: WriteTransaction, entry: AuditEntry): Promise<void>;
  listAudit(wanted?: AuditFilter): Promise<AuditPage>;
  /** Whether no row of the audit was changed, removed or inserted; `since`: only rows after that one. */
  verifyAudit(since?: ChainEnd): Promise<AuditReport>;
  /** The same for rows that were archived. */
  verifyAuditArchive(rows: AsyncIterable<unknown>, since?: ChainEnd): Promise<ArchiveReport>;
  /** What of the audit is older than that. */
  oldAudit(keptDays: number): RetainedRows;
}

export function createAuditLog({
  database,
  vault,
  clock,
}: Pick<AccountsOptions, 'database' | 'vault' | 'clock'>): AuditLog & { readonly job: Job } {
  const chain = createAuditChain(vault.deriveKey('audit'));
  return {
    job: createSealJob({ database, clock, chain }),
    audit: createWriteAudit(database, chain),
    auditWithin: (transaction, entry) => writeAuditWithin(transaction, entry, chain),
    listAudit: (wanted) => listAudit({ database }, wanted),
    verifyAudit: (since) => verifyAudit({ database, clock, chain }, since),
    verifyAuditArchive: (rows, since) => verifyAuditArchive({ database, chain }, rows, since),
    oldAudit: (keptDays) => oldAudit({ database, clock, chain, keptDays }),
  };
}
