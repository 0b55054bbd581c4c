import type { AwaitedCharge } from '../../charges/charge.ts';
import { asCharged, chargeTriesOf } from '../../charges/open-charge.ts';
import type { PaymentKinds } from '../../transactions/rules/kind.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { pageOfSlip, type SlipBesideDependencies } from './beside.ts';
import { slipPaymentOf } from './payment.ts';
import { slipKind } from './slip-kind.ts';

/** The slip of an intention that can be paid, or is being made. */
export interface LiveSlip {
  readonly charge: AwaitedCharge;
  /** Its page; undefined until the bank has registered it. */
  readonly url: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly dueOn: string;
}

export type LiveSlipDependencies = Parameters<typeof chargeTriesOf>[0] &
  Pick<SlipBesideDependencies, 'slips' | 'pixTokens' | 'publicUrl'> & { readonly kinds: PaymentKinds };

/** Undefined where none is out. */
export async function liveSlip(
  dependencies: LiveSlipDependencies,
  transaction: Transaction,
): Promise<LiveSlip | undefined> {
  const { live: charge } = await chargeTriesOf(dependencies, transaction.id, slipKind.kind);
  if (!charge) return undefined;
  const slip = await dependencies.slips.byReference(charge.reference);
  const { dueOn } = slipPaymentOf(asCharged(dependencies.kinds, transaction, charge).order);
  return { charge, url: slip && pageOfSlip(dependencies, slip), dueOn };
}
