import type { DerivedTokens } from '../../../platform/derived-tokens.ts';
import type { ChargeEnding, PaymentRow } from '../../charges/charge.ts';
import type { ChargeStore } from '../../charges/charge-store.ts';
import { asCharged } from '../../charges/open-charge.ts';
import type { PaymentKinds } from '../../transactions/rules/kind.ts';
import type { Order } from '../../transactions/rules/order.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { slipOfferOf } from './offer/slip-offer.ts';
import { isSlipPayment, type SlipPayment, slipPaymentOf } from './payment.ts';
import { slipKind } from './slip-kind.ts';
import type { SlipStore } from './slip-store.ts';
import type { SlipRow } from './slips-table.ts';

/** Path of the page with a slip, before its token. */
const PAGE_PATH = '/v1/url-payment/';

/** What is kept beside a transaction that is paid by slip. */
export interface SlipBeside {
  readonly slip: SlipRow | undefined;
  /** What was asked for: of an intention that may be paid in another way by now too. Undefined before there is one. */
  readonly terms: SlipPayment | undefined;
  /** The order as that was asked for, with who was to pay it then. */
  readonly order?: Order | undefined;
  /** Why it is being taken back; undefined while it is not. */
  readonly ending: ChargeEnding | undefined;
  /** The transaction whose slip was taken back for this one. */
  readonly replaces?: string | undefined;
  /** What was made instead of it, with another due date, and its page. */
  readonly replacedBy?: { readonly transactionId: string; readonly url: string | undefined } | undefined;
  /** The page of the slip; undefined until the bank has registered it. */
  readonly url: string | undefined;
  /** What pays it. */
  readonly payment: PaymentRow | undefined;
  /** What arrived besides. */
  readonly surplus: readonly PaymentRow[];
}

export interface SlipBesideDependencies {
  readonly kinds: PaymentKinds;
  readonly charges: Pick<ChargeStore, 'ofTransaction' | 'paymentsOf'>;
  readonly slips: Pick<SlipStore, 'byReference' | 'replacing'>;
  readonly pixTokens: DerivedTokens;
  publicUrl(): string;
}

/** Undefined for what is not paid by slip, and cannot be. */
export async function slipBeside(
  { kinds, charges, slips, pixTokens, publicUrl }: SlipBesideDependencies,
  transaction: Transaction,
): Promise<SlipBeside | undefined> {
  const { id, order } = transaction;
  const isOffered = order.intention !== undefined && slipOfferOf(order.intention) !== undefined;
  if (!isOffered && !isSlipPayment(order.payment)) return undefined;
  const [all, arrived, other] = await Promise.all([
    charges.ofTransaction(id),
    charges.paymentsOf(id),
    slips.replacing(id),
  ]);
  const made = all.filter(({ kind }) => kind === slipKind.kind);
  const payments = arrived.filter((payment) => made.some(({ reference }) => reference === payment.reference));
  const newest = made.at(-1);
  const slip = newest && (await slips.byReference(newest.reference));
  const asked = newest && asCharged(kinds, transaction, newest).order;
  return {
    slip,
    terms: asked && slipPaymentOf(asked),
    order: asked,
    ending: newest?.ending,
    replaces: slip?.replaces,
    replacedBy: other && {
      transactionId: other.transactionId,
      url: pageOfSlip({ pixTokens, publicUrl }, other),
    },
    url: slip && pageOfSlip({ pixTokens, publicUrl }, slip),
    payment: payments.find(({ surplus }) => surplus === undefined),
    surplus: payments.filter(({ surplus }) => surplus !== undefined),
  };
}

/** Undefined until the bank has registered it. */
export function pageOfSlip(
  { pixTokens, publicUrl }: Pick<SlipBesideDependencies, 'pixTokens' | 'publicUrl'>,
  { reference, line }: Pick<SlipRow, 'reference' | 'line'>,
): string | undefined {
  return line === undefined ? undefined : `${publicUrl()}${PAGE_PATH}${pixTokens.of(reference)}`;
}
