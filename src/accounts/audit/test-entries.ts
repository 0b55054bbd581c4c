import type { AccountTables, Tables } from '../tables.ts';
import { START_MS, type TestRoom } from '../test-room.ts';
import { createAuditChain } from './chain.ts';
import { type AuditEntry, NOBODY } from './entry.ts';
import type { SealOptions } from './seal.ts';

/** An entry as others are, with a number of its own. */
export const entry = (count: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  requestId: `request-${String(count).padStart(3, '0')}`,
  at: START_MS + count,
  operation: 'Produto/Insert',
  by: count % 2 ? NOBODY : { ...NOBODY, origin: 'panel', personId: 1, userId: 2, role: 'admin' },
  forPersonId: count % 3 ? 7 : undefined,
  address: '192.0.2.1',
  result: 'ok',
  record: count % 2 ? `produto:${count}` : undefined,
  // Cut in the middle of a character of two halves.
  detail: count % 5 ? undefined : `${'d'.repeat(299)}💳`,
  ...more,
});

export const sealOptions = ({ options }: TestRoom): SealOptions => ({
  ...options,
  chain: createAuditChain(options.vault.deriveKey('audit')),
});

export async function addEntries({ accounts }: TestRoom, count: number, first = 0): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    const some = Array.from({ length: Math.min(50, count - done) }, (_, index) =>
      entry(first + done + index),
    );
    await Promise.all(some.map(accounts.audit));
  }
}

/** What somebody does who can write to the database and does not have the master key. */
export function tamper({ database }: TestRoom, work: (tables: Tables) => Promise<unknown>): Promise<unknown> {
  return database.write((transaction) => work(transaction.tables<AccountTables>()));
}
