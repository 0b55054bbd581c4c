import { createHash } from 'node:crypto';
import { Refusal } from '../../../platform/index.ts';
import type { Payments, PayResult, Transaction } from '../../transactions/index.ts';
import type { TryLimits } from '../try-limits.ts';
import type { Notice } from './form-view.ts';
import type { FieldErrors, ReadForm, TypedForm } from './read-form.ts';
import { errorsOfField, errorsOfRefusal } from './refusal-texts.ts';

export interface TryDependencies {
  readonly payments: Pick<Payments, 'pay'>;
  readonly limits: TryLimits;
  /** Called when a try is held back, for the metrics. */
  onHeld(limit: string): void;
}

export type Tried =
  /** Its page tells how it ended, or stands. */
  | { readonly kind: 'tried' }
  /** Too many refused tries, from the address or at the merchant. */
  | { readonly kind: 'held' }
  /** The reusable link has been paid as often as it may be. */
  | { readonly kind: 'used_up' }
  /** Nothing was tried: the form has to be mended. */
  | { readonly kind: 'mend'; readonly errors: FieldErrors; readonly notice?: Notice };

const SHOP_CANNOT: Notice = {
  reason: 'A loja não pode receber este pagamento agora.',
  whatToDo: 'Nada foi cobrado. Avise a loja, ou pague de outra forma.',
};

/** Pays what the form says, once for each form and card. */
export async function tryToPay(
  { payments, limits, onHeld }: TryDependencies,
  asked: {
    readonly transaction: Transaction;
    readonly read: ReadForm;
    /** The buyer's. */
    readonly address: string;
    readonly requestId: string;
  },
): Promise<Tried> {
  const { transaction, read, address, requestId } = asked;
  const { merchantId } = transaction;
  if (Object.keys(read.errors).length > 0) return { kind: 'mend', errors: read.errors };
  const held = limits.heldBy(address, merchantId);
  if (held) {
    onHeld(held);
    return { kind: 'held' };
  }
  try {
    const paid = await payments.pay({
      transaction,
      origin: { kind: 'checkout', requestId },
      payment: read.payment,
      idempotencyKey: `checkout ${read.formKey} ${transaction.id} ${digestOf(read.typed)}`,
    });
    if (isRefusal(paid)) limits.refused(address, merchantId);
    if (paid.kind === 'refused' && paid.reason === 'link_used_up') return { kind: 'used_up' };
    const errors = paid.kind === 'refused' ? errorsOfRefusal(paid.reason) : undefined;
    return errors ? { kind: 'mend', errors } : { kind: 'tried' };
  } catch (error) {
    return afterRefusal(error);
  }
}

function afterRefusal(error: unknown): Tried {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  // The same form is being paid at this moment.
  if (error.status === 409) return { kind: 'tried' };
  const errors = errorsOfField(error.field, error.message);
  return errors ? { kind: 'mend', errors } : { kind: 'mend', errors: {}, notice: SHOP_CANNOT };
}

function isRefusal(paid: PayResult): boolean {
  if (paid.kind === 'refused') return paid.reason === 'card_refused_for_good';
  return paid.kind === 'retry' || paid.kind === 'denied';
}

/** The same form with another card is another try. Only an HMAC of it is stored, and nothing of the code. */
function digestOf({ cvv: _, ...typed }: TypedForm): string {
  return createHash('sha256').update(JSON.stringify(typed)).digest('base64url');
}
