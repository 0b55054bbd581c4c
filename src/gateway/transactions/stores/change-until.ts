import { type Change, changed } from '../rules/change.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { TransactionStore } from './store.ts';

/** Every further try follows only after somebody else changed the transaction at that moment. */
const MAX_WRITES = 8;

/** `stopped`: nothing to write. `contended`: too many concurrent changes; nothing was written. */
export interface Changed {
  readonly kind: 'changed' | 'stopped' | 'contended';
  readonly transaction: Transaction;
}

/**
 * Optimistic retry: builds a change of a transaction and writes it, again from the stored transaction while
 * somebody else was faster. `build` returns undefined when there is nothing to write. Starts with `from`; an
 * id is read first. Throws what `build` and the store throw.
 */
export async function retryChange(
  store: Pick<TransactionStore, 'findAny' | 'change'>,
  from: Transaction | string,
  build: (transaction: Transaction, isAgain: boolean) => Promise<Change | undefined> | Change | undefined,
): Promise<Changed> {
  const id = typeof from === 'string' ? from : from.id;
  let transaction = typeof from === 'string' ? await stored(store, id) : from;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const change = await build(transaction, writes > 0);
    if (!change) return { kind: 'stopped', transaction };
    if (await store.change(change)) return { kind: 'changed', transaction: changed(change) };
    transaction = await stored(store, id);
  }
  return { kind: 'contended', transaction };
}

async function stored(store: Pick<TransactionStore, 'findAny'>, id: string): Promise<Transaction> {
  const transaction = await store.findAny(id);
  if (!transaction) throw new Error(`transaction ${id} is gone`);
  return transaction;
}
