import { type Change, changed } from './change.ts';
import type { TransactionStore } from './store.ts';
import type { Transaction } from './transaction.ts';

/** Each further one only because somebody else changed the transaction at that very moment. */
const MAX_WRITES = 8;

/** `stopped`: as it stands there is nothing to write. `contended`: too many change it at once; nothing was written. */
export interface Changed {
  readonly kind: 'changed' | 'stopped' | 'contended';
  readonly transaction: Transaction;
}

/**
 * Builds a change of a transaction and writes it, and again from what is stored by then while somebody else was faster.
 * `build` gives undefined where there is nothing to write (any more). Begins with `from`; an id is read first. Throws
 * what `build` and the store throw.
 */
export async function changeUntil(
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
