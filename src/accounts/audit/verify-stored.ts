import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { createAuditChain } from './chain.ts';
import { type AuditReport, verifyAudit } from './verify.ts';

/** Checks the audit in any database, such as a copy, whose vault is open. */
export function verifyStoredAudit(options: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): Promise<AuditReport> {
  return verifyAudit({ ...options, chain: createAuditChain(options.vault.deriveKey('audit')) });
}
