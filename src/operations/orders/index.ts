export { methodOfOrder, moveOrderBalance } from './balance.ts';
export { ORDER_STATUS, orderStatusName, type SalesOrder } from './order.ts';
export type { OrderDetails } from './read.ts';
export type { SalesOfOrders } from './rooms.ts';
export { orderOperations } from './routes.ts';
export { createSellerOrders, type SellerOrders } from './seller-orders.ts';
export { findOrders } from './store.ts';
export { type OrderTables, orderMigrations } from './tables.ts';
