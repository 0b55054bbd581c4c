import type { PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { type SlipAddressDependencies, type SlipAtAddress, slipAtAddress } from './at-address.ts';
import { type SlipBeside, type SlipBesideDependencies, slipBeside } from './beside.ts';
import { prepareSlip, type SlipSale, type SlipSaleDependencies } from './prepare.ts';

/** Payments by slip. How a slip is waited for, paid and removed is the life of all charges (`gateway/charges`). */
export interface Slips {
  /** Checks a sale and finds its bank. Throws Refusal when the request is wrong. */
  prepare(merchantId: number, sale: SlipSale): Promise<PreparedPayment>;
  /** Undefined when it is not paid by slip. */
  besideOf(transaction: Pick<Transaction, 'id' | 'order'>): Promise<SlipBeside | undefined>;
  /** By the token in the address of its page. */
  atAddress(token: string): Promise<SlipAtAddress | undefined>;
}

export function createSlips(
  dependencies: SlipSaleDependencies & SlipBesideDependencies & SlipAddressDependencies,
): Slips {
  return {
    prepare: (merchantId, sale) => prepareSlip(dependencies, merchantId, sale),
    besideOf: (transaction) => slipBeside(dependencies, transaction),
    atAddress: (token) => slipAtAddress(dependencies, token),
  };
}
