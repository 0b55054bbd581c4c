import { type DerivedTokens, isDerivedToken } from '../../../platform/derived-tokens.ts';
import type { AwaitedCharge } from '../../charges/charge.ts';
import type { ChargeStore } from '../../charges/charge-store.ts';
import { asCharged } from '../../charges/open-charge.ts';
import type { AttemptState } from '../../transactions/rules/attempt.ts';
import type { PaymentKinds } from '../../transactions/rules/kind.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import { slipKind } from './slip-kind.ts';
import type { SlipStore } from './slip-store.ts';
import type { SlipRow } from './slips-table.ts';

/** What the page at an address is about. */
export interface SlipAtAddress {
  readonly transaction: Transaction;
  readonly charge: AwaitedCharge;
  readonly slip: SlipRow | undefined;
  /** Of the try that it was made for. */
  readonly tryState: AttemptState | undefined;
}

export interface SlipAddressDependencies {
  readonly kinds: PaymentKinds;
  readonly charges: Pick<ChargeStore, 'byTokenHash'>;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf'>;
  readonly slips: Pick<SlipStore, 'byReference'>;
  readonly pixTokens: DerivedTokens;
}

/** Undefined for a token that no slip was given. */
export async function slipAtAddress(
  { kinds, charges, store, slips, pixTokens }: SlipAddressDependencies,
  token: string,
): Promise<SlipAtAddress | undefined> {
  const charge = isDerivedToken(token) ? await charges.byTokenHash(pixTokens.hash(token)) : undefined;
  if (charge?.kind !== slipKind.kind) return undefined;
  const [transaction, slip] = await Promise.all([
    store.findAny(charge.transactionId),
    slips.byReference(charge.reference),
  ]);
  if (!transaction) return undefined;
  const attempts = await store.attemptsOf(transaction.id);
  const tryState = attempts.find(({ reference }) => reference === charge.reference)?.state;
  // Of an intention, whose buyer may be trying to pay in another way now.
  return { transaction: asCharged(kinds, transaction, charge), charge, slip, tryState };
}
