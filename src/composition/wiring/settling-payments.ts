import type { Payments } from '../../gateway/payments/index.ts';

type Moving = Payments['void'];

/**
 * The payments whose captures, voids and refunds are known to the back office before they are answered: a sale of a till
 * that the gateway gave back is canceled by then. The hosted page does the same for what its buyer pays.
 */
export function settlingPayments(
  payments: Payments,
  settleCharge: (chargeId: number) => Promise<void>,
): Payments {
  const settling =
    (move: Moving): Moving =>
    async (request) => {
      const moved = await move(request);
      const chargeId = moved.kind === 'refused' ? undefined : moved.transaction.order.chargeId;
      if (chargeId !== undefined) await settleCharge(chargeId);
      return moved;
    };
  return { ...payments, capture: settling(payments.capture), void: settling(payments.void) };
}
