import { randomUUID } from 'node:crypto';
import { Refusal } from '../../../platform/refusal.ts';
import type { PayIntentionRequest, Payments } from '../../payments/index.ts';
import type { Transaction } from '../../transactions/index.ts';
import { isShopClosed } from '../page/try-to-pay.ts';

export type CodeMade =
  /** The page shows the code, or what became of it. `isRefused`: the bank made none. */
  | { readonly kind: 'tried'; readonly isRefused: boolean }
  /** The reusable link has no uses left. */
  | { readonly kind: 'used_up' }
  | { readonly kind: 'shop_closed' }
  | { readonly kind: 'impossible'; readonly text: string };

const SHOP_CANNOT = 'Nada foi cobrado. Avise a loja, ou pague de outra forma.';

/** Asks for a code, once per form. */
export function payByPix(
  { payments }: { readonly payments: Pick<Payments, 'pay'> },
  {
    transaction,
    requestId,
    formKey,
  }: {
    readonly transaction: Transaction;
    readonly requestId: string;
    readonly formKey: string;
  },
): Promise<CodeMade> {
  const key = formKey === '' ? randomUUID() : formKey;
  const idempotencyKey = `checkout pix ${key} ${transaction.id}`;
  return askForCharge({ payments }, { transaction, requestId, payment: { kind: 'pix' }, idempotencyKey });
}

/** Asks for what the buyer pays by himself. */
export async function askForCharge(
  { payments }: { readonly payments: Pick<Payments, 'pay'> },
  { requestId, ...asked }: Omit<PayIntentionRequest, 'origin'> & { readonly requestId: string },
): Promise<CodeMade> {
  try {
    const paid = await payments.pay({ ...asked, origin: { kind: 'checkout', requestId } });
    if (paid.kind !== 'refused') {
      const isRefused = paid.kind === 'denied' || paid.kind === 'retry' || paid.kind === 'failed';
      return { kind: 'tried', isRefused };
    }
    if (paid.reason === 'no_tries_left') return { kind: 'impossible', text: SHOP_CANNOT };
    return paid.reason === 'link_used_up' ? { kind: 'used_up' } : { kind: 'tried', isRefused: false };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    if (isShopClosed(error)) return { kind: 'shop_closed' };
    // The same form is being read right now.
    return error.status === 409
      ? { kind: 'tried', isRefused: false }
      : { kind: 'impossible', text: SHOP_CANNOT };
  }
}
