import type { Accounts } from '../../accounts/accounts.ts';
import { amountLeft, type MoveResult, Status, type Transaction } from '../../gateway/transactions/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PanelCall } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import type { Movement } from './schema.ts';
import type { SalesDependencies } from './show-sale.ts';

/** Keeps idempotency keys of the panel apart from those of the merchant's system. */
const KEY_PREFIX = 'painel.';

interface Wanted {
  readonly sale: Transaction;
  readonly which: 'capture' | 'void';
  readonly call: PanelCall<Movement, unknown>;
}

/**
 * Captures, cancels or refunds for a user of the panel, who is recorded in the history with the reason. Throws the
 * refusals of the gateway, and of the panel: demo_untouchable, field_invalid, second_factor_needed.
 */
export async function moveSale(
  dependencies: SalesDependencies,
  { sale, which, call }: Wanted,
): Promise<void> {
  const { amount, left, reason } = call.body;
  if (sale.demo === 1) throw refusePanel('demo_untouchable');
  if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
  const isRefund = which === 'void' && sale.result.status === Status.captured;
  if (isRefund && reason === undefined) {
    throw refusePanel('field_invalid', { field: 'reason', message: 'Diga o motivo do estorno.' });
  }
  const checkedLeft = isRefund ? await requireFreshFactor(dependencies, sale, call) : undefined;
  const idempotencyKey = `${KEY_PREFIX}${call.idempotencyKey}`;
  await call.auditAround({ record: `transaction:${sale.id}`, forPersonId: sale.merchantId }, async () => {
    const moved: MoveResult = await dependencies.payments[which]({
      merchantId: sale.merchantId,
      transactionId: sale.id,
      origin: { kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id, reason },
      amount,
      left: left ?? checkedLeft,
      idempotencyKey,
    });
    if (moved.kind === 'refused') throw moved.refusal;
  });
}

/**
 * If the refunds of a sale exceed the shop's limit, a refund needs a second factor, or the password, given within the
 * last minutes. Returns the amount left that the check was based on: if it has changed, the gateway moves nothing, so
 * two concurrent refunds cannot exceed the limit together.
 */
async function requireFreshFactor(
  { accounts, clock }: { readonly accounts: Accounts; readonly clock: Clock },
  sale: Transaction,
  { visitor, body }: PanelCall<Movement, unknown>,
): Promise<number | undefined> {
  if (visitor.session.freshUntil > clock.now()) return undefined;
  const { refundLimit: limit } = await accounts.shopSettings(sale.merchantId);
  if (limit === undefined) return undefined;
  const leftNow = amountLeft(sale);
  const left = body.left ?? leftNow;
  const captured = leftNow + (sale.result.refundedAmount ?? 0);
  const refunded = captured - left + (body.amount ?? left);
  if (refunded > limit) throw refusePanel('second_factor_needed');
  return left;
}
