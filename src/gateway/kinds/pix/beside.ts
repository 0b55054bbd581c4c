import type { DerivedTokens } from '../../../platform/derived-tokens.ts';
import type { AwaitedCharge, PaymentRow } from '../../charges/charge.ts';
import type { ChargeStore } from '../../charges/charge-store.ts';
import type { PayerHashes } from '../../charges/payer-hash.ts';
import type { ReturnRow } from '../../charges/returns/returned.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { pixOfferOf } from './offer/pix-offer.ts';
import { isPixPayment } from './payment.ts';
import { pixKind } from './pix-kind.ts';

/** Path of the page with a code, before its token. */
export const PIX_PAGE_PATH = '/v1/url-payment/';

/** What is kept beside a transaction that is paid by Pix. */
export interface PixBeside {
  /** The text of the newest code; undefined until the bank has answered. */
  readonly code: string | undefined;
  /** The page with the newest code. */
  readonly url: string | undefined;
  /** What pays it. */
  readonly payment: PaymentRow | undefined;
  /** What the bank took back, or what was given back there, without a refund of ours. */
  readonly returns: readonly ReturnRow[];
  /** What arrived besides. */
  readonly surplus: readonly PaymentRow[];
}

/** Where codes are kept, and what their pages are called. */
export interface BesideDependencies {
  readonly charges: ChargeStore;
  readonly pixTokens: DerivedTokens;
  readonly payers: PayerHashes;
  publicUrl(): string;
}

/** Undefined for what is not paid by Pix, and cannot be. */
export async function pixBeside(
  { charges, pixTokens, publicUrl }: Omit<BesideDependencies, 'payers'>,
  { id, order, result }: Pick<Transaction, 'id' | 'order' | 'result'>,
): Promise<PixBeside | undefined> {
  const isOffered = order.intention !== undefined && pixOfferOf(order.intention) !== undefined;
  if (!isOffered && !isPixPayment(order.payment)) return undefined;
  const made = await charges.ofTransaction(id);
  const tries = made.filter(({ kind }) => kind === pixKind.kind);
  // Only a look books what arrived: of a code that was just made there is nothing to read.
  const isLookedAt = tries.some(({ looks }) => looks > 0);
  const [payments, returns] = await Promise.all([
    isLookedAt ? paymentsOf(tries, charges, id) : [],
    isPaidOnce(result) ? charges.returnsOf(id) : [],
  ]);
  const newest = tries.at(-1);
  const paying = payments.find(({ surplus }) => surplus === undefined);
  return {
    code: newest?.code,
    url: newest && pageOf({ pixTokens, publicUrl }, newest),
    payment: paying,
    returns: returns.filter(({ endToEndId }) => endToEndId === paying?.endToEndId),
    surplus: payments.filter(({ surplus }) => surplus !== undefined),
  };
}

/** Of an intention money may come by slip too. */
async function paymentsOf(
  tries: readonly AwaitedCharge[],
  charges: Pick<ChargeStore, 'paymentsOf'>,
  transactionId: string,
): Promise<readonly PaymentRow[]> {
  const references = new Set(tries.map(({ reference }) => reference));
  return (await charges.paymentsOf(transactionId)).filter(({ reference }) => references.has(reference));
}

/** Before that nothing can have gone back. */
function isPaidOnce({ disputedAmount, refundedAmount }: Transaction['result']): boolean {
  return disputedAmount !== undefined || refundedAmount !== undefined;
}

/** The pages of the newest codes of these transactions, by transaction. */
export async function pixPages(
  dependencies: BesideDependencies,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const newest = await dependencies.charges.newestOf(transactionIds);
  const pages = [...newest].flatMap(([id, charge]) => {
    const page = pageOf(dependencies, charge);
    return page === undefined ? [] : [[id, page] as const];
  });
  return new Map(pages);
}

/** Undefined until the bank has answered. */
function pageOf(
  { pixTokens, publicUrl }: Pick<BesideDependencies, 'pixTokens' | 'publicUrl'>,
  { code, reference }: AwaitedCharge,
): string | undefined {
  return code === undefined ? undefined : `${publicUrl()}${PIX_PAGE_PATH}${pixTokens.of(reference)}`;
}
