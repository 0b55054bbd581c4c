import { isDerivedToken } from '../../../platform/derived-tokens.ts';
import type { AwaitedCharge } from '../../charges/charge.ts';
import type { ChargeStore } from '../../charges/charge-store.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import type { BesideDependencies } from './beside.ts';
import { pixKind } from './pix-kind.ts';

/** What the page at an address is about. */
export interface PixAtAddress {
  readonly transaction: Transaction;
  /** The one of the address. */
  readonly charge: AwaitedCharge;
}

interface AddressDependencies extends Pick<BesideDependencies, 'pixTokens'> {
  readonly charges: Pick<ChargeStore, 'byTokenHash'>;
  readonly store: Pick<TransactionStore, 'findAny'>;
}

/** Undefined for a token that was never given out. */
export async function pixAtAddress(
  { charges, store, pixTokens }: AddressDependencies,
  token: string,
): Promise<PixAtAddress | undefined> {
  const charge = isDerivedToken(token) ? await charges.byTokenHash(pixTokens.hash(token)) : undefined;
  if (charge?.kind !== pixKind.kind) return undefined;
  const transaction = await store.findAny(charge.transactionId);
  return transaction && { transaction, charge };
}
