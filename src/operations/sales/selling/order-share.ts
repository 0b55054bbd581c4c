import type { WriteTransaction } from '../../../platform/database/index.ts';
import { findOrders, methodOfOrder, moveOrderBalance, type OrderTables } from '../../orders/index.ts';
import type { PaymentMethod } from '../../payment-methods/index.ts';
import { invalid, refuseSale } from '../record/refusals.ts';
import { isPaid, type Sale } from '../record/sale.ts';

/** Counts a new sale in its order. Refusals: field_invalid, order_exceeded. */
export async function reserveInOrder(
  transaction: WriteTransaction,
  sale: Sale,
  method: Pick<PaymentMethod, 'id'>,
): Promise<void> {
  const { orderId = 0 } = sale;
  const [order] = await findOrders(transaction.tables<OrderTables>(), sale.personId, [orderId]);
  if (!order) throw invalid('orderId', `Pedido ${orderId} não encontrado.`);
  const accepted = await methodOfOrder(transaction, orderId, method.id);
  if (!accepted) throw invalid('methodId', 'O pedido não aceita esta forma de pagamento.');
  if (sale.installments > accepted.maxInstallments) {
    throw invalid('installments', `O pedido aceita no máximo ${accepted.maxInstallments} parcelas.`);
  }
  const paid = isPaid(sale.status);
  const value = sale.originalValue;
  const change = { paid: paid ? value : 0, inPayment: paid ? 0 : value };
  const moved = await moveOrderBalance(transaction, orderId, change, sale.createdAt);
  if (moved === 'exceeded') throw refuseSale('order_exceeded', { field: 'orderId' });
}
