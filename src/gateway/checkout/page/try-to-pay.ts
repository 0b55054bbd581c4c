import { createHash } from 'node:crypto';
import { Refusal } from '../../../platform/refusal.ts';
import type { PayRefusal, PayResult } from '../../intentions/index.ts';
import type { Payments } from '../../payments/index.ts';
import type { Transaction } from '../../transactions/index.ts';
import type { HeldLimit, TakenTry, TryLimits } from '../tries/try-limits.ts';
import type { Notice } from './form-view.ts';
import type { FieldErrors, ReadForm, TypedForm } from './read-form.ts';
import { errorsOfField, errorsOfRefusal } from './refusal-texts.ts';

export interface TryDependencies {
  readonly payments: Pick<Payments, 'pay'>;
  readonly limits: TryLimits;
  /** Called when an attempt is refused by a limit, for the metrics. */
  onHeld(limit: HeldLimit): void;
}

export type Tried =
  /** The page shows the outcome or the current state. */
  | { readonly kind: 'tried' }
  /** Too many refused attempts, from the address or at the merchant. */
  | { readonly kind: 'held' }
  /** The reusable link has no uses left. */
  | { readonly kind: 'used_up' }
  /** The shop's access was taken away. */
  | { readonly kind: 'shop_closed' }
  /** Nothing was tried: the form has to be corrected. */
  | { readonly kind: 'mend'; readonly errors: FieldErrors; readonly notice?: Notice };

/** An attempt at a link without uses left makes its commit fail, which others share. */
const COUNTED_REFUSALS: ReadonlySet<PayRefusal> = new Set(['card_refused_for_good', 'link_used_up']);

const SHOP_CANNOT: Notice = {
  reason: 'A loja não pode receber este pagamento agora.',
  whatToDo: 'Nada foi cobrado. Avise a loja, ou pague de outra forma.',
};

interface PayAsked {
  readonly transaction: Transaction;
  readonly read: ReadForm;
  readonly requestId: string;
}

/** Counts an attempt. Undefined if a limit refuses it. */
export async function takeTry(
  { limits, onHeld }: Pick<TryDependencies, 'limits' | 'onHeld'>,
  address: string,
  merchantId: number,
): Promise<TakenTry | undefined> {
  const taken = await limits.take(address, merchantId);
  if (typeof taken !== 'string') return taken;
  onHeld(taken);
  return undefined;
}

/** Pays with the data of the form, once per form and card. */
export async function tryToPay(
  dependencies: TryDependencies,
  { address, ...request }: PayAsked & { /** The buyer's. */ readonly address: string },
): Promise<Tried> {
  const { transaction, read } = request;
  if (Object.keys(read.errors).length > 0) return { kind: 'mend', errors: read.errors };
  const taken = await takeTry(dependencies, address, transaction.merchantId);
  if (!taken) return { kind: 'held' };
  const { tried, end } = await payOnce(dependencies, request, taken);
  await endTry(taken, end, transaction);
  return tried;
}

/**
 * As `tryToPay`, for an intention created for this attempt: the attempt also counts if nothing was tried and the form
 * has to be corrected.
 */
export async function tryNewIntention(
  dependencies: TryDependencies,
  request: PayAsked,
  taken: TakenTry,
): Promise<Tried> {
  const { tried, end } = await payOnce(dependencies, request, taken);
  await endTry(taken, tried.kind === 'mend' ? 'counts' : end, request.transaction);
  return tried;
}

/** Whether an attempt counts: also while its buyer is being authenticated, which may end in a refusal. */
type TryEnd = 'counts' | 'authenticating' | 'free';

async function endTry(taken: TakenTry, end: TryEnd, { id }: Transaction): Promise<void> {
  if (end === 'free') await taken.release();
  if (end === 'authenticating') await taken.hold(id);
}

async function payOnce(
  { payments, onHeld }: Pick<TryDependencies, 'payments' | 'onHeld'>,
  { transaction, read, requestId }: PayAsked,
  taken: TakenTry,
): Promise<{ readonly tried: Tried; readonly end: TryEnd }> {
  try {
    const paid = await payments.pay({
      transaction,
      origin: { kind: 'checkout', requestId },
      payment: read.payment,
      idempotencyKey: `checkout ${read.formKey} ${transaction.id} ${digestOf(read.typed)}`,
    });
    if (paid.kind === 'refused' && paid.reason === 'no_tries_left') onHeld('link');
    return { tried: triedOf(paid), end: endOf(paid) };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { tried: afterRefusal(error), end: 'free' };
    await taken.release();
    throw error;
  }
}

function triedOf(paid: PayResult): Tried {
  if (paid.kind !== 'refused') return { kind: 'tried' };
  if (paid.reason === 'link_used_up') return { kind: 'used_up' };
  const errors = errorsOfRefusal(paid.reason);
  return errors ? { kind: 'mend', errors } : { kind: 'tried' };
}

function afterRefusal(error: Refusal): Tried {
  if (isShopClosed(error)) return { kind: 'shop_closed' };
  // The same form is being paid right now.
  if (error.status === 409) return { kind: 'tried' };
  const errors = errorsOfField(error.field, error.message);
  return errors ? { kind: 'mend', errors } : { kind: 'mend', errors: {}, notice: SHOP_CANNOT };
}

/** The commit refused to begin anything for a shop whose access was taken away meanwhile. */
export function isShopClosed(error: Refusal): boolean {
  return error.code === 'shop_inactive';
}

function endOf(paid: PayResult): TryEnd {
  switch (paid.kind) {
    case 'refused':
      return COUNTED_REFUSALS.has(paid.reason) ? 'counts' : 'free';
    case 'retry':
    case 'denied':
      return 'counts';
    case 'buyer_awaited':
      return 'authenticating';
    default:
      return 'free';
  }
}

/** The same form with another card is another attempt. Only an HMAC of it is stored, without the security code. */
function digestOf({ cvv: _, ...typed }: TypedForm): string {
  return createHash('sha256').update(JSON.stringify(typed)).digest('base64url');
}
