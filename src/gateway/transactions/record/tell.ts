import type { WriteTransaction } from '../../../platform/index.ts';
import type { Transaction } from './transaction.ts';

/** Writes, in the commit of the change, what the merchants of these transactions must be told. */
export type Tell = (write: WriteTransaction, changed: readonly Transaction[]) => Promise<void>;
