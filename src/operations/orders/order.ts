/** Statuses of an order (`pedidoStatus`), by the numbers of the interface. */
export const ORDER_STATUS = { open: 5, awaitingPayment: 6, paid: 10, canceled: 15 } as const;
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS];

const NAMES: Readonly<Record<OrderStatus, string>> = {
  5: 'Aberto',
  6: 'Aguardando Pagamento',
  10: 'Pago',
  15: 'Cancelado',
};

export const ORDER_STATUSES = Object.values(ORDER_STATUS);

export function orderStatusName(status: OrderStatus): string {
  return NAMES[status];
}

/** An order (`pedido`), paid by one sale or many. Money in whole centavos, times in milliseconds since 1970. */
export interface SalesOrder {
  readonly id: number;
  readonly personId: number;
  readonly status: OrderStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly reference: string | undefined;
  readonly note: string | undefined;
  readonly total: number;
  /** Sum of its products. */
  readonly itemsTotal: number;
  /** Sum of its credited sales. */
  readonly paid: number;
  /** Sum of its sales that wait for payment; together with `paid` never above `total`. */
  readonly inPayment: number;
  /** Where the seller's system is notified of its sales, besides the person's own address. */
  readonly callbackUrl: string | undefined;
  readonly physicalTerminalId: number | undefined;
}

export interface OrderItem {
  readonly orderId: number;
  /** From 1. */
  readonly position: number;
  readonly productId: number;
  readonly name: string;
  /** Ten-thousandths. */
  readonly quantity: number;
  /** Of one, in centavos. */
  readonly price: number;
}

/** A payment method that an order may be paid by. Without any, all may. */
export interface OrderMethod {
  readonly id: number;
  readonly orderId: number;
  readonly methodId: number;
  readonly maxInstallments: number;
  readonly acquirer: string | undefined;
}

/** How the value of a sale changes the balance: reserved while the sale is open, then paid or released. */
export interface BalanceChange {
  readonly paid: number;
  readonly inPayment: number;
}

/** The order after a change of its balance; undefined if that would exceed the total or the order is canceled. */
export function withBalance(order: SalesOrder, change: BalanceChange, now: number): SalesOrder | undefined {
  const paid = order.paid + change.paid;
  const inPayment = order.inPayment + change.inPayment;
  const grows = change.paid + change.inPayment > 0;
  if (grows && (order.status === ORDER_STATUS.canceled || paid + inPayment > order.total)) return undefined;
  const status =
    order.status === ORDER_STATUS.canceled ? order.status : statusOf(order.total, paid, inPayment);
  return { ...order, paid, inPayment, status, updatedAt: now };
}

/** The order with another total; undefined if its sales already exceed it. */
export function withTotal(
  order: SalesOrder,
  totals: Pick<SalesOrder, 'total' | 'itemsTotal'>,
  now: number,
): SalesOrder | undefined {
  const { paid, inPayment } = order;
  if (paid + inPayment > totals.total) return undefined;
  return { ...order, ...totals, status: statusOf(totals.total, paid, inPayment), updatedAt: now };
}

function statusOf(total: number, paid: number, inPayment: number): OrderStatus {
  if (paid >= total) return ORDER_STATUS.paid;
  return paid + inPayment > 0 ? ORDER_STATUS.awaitingPayment : ORDER_STATUS.open;
}
