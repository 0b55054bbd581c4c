export { methodOfOrder, moveOrderBalance } from './balance.ts';
export { orderStatusName, type SalesOrder } from './order.ts';
export { findOrders } from './store.ts';
export { type OrderTables, orderMigrations } from './tables.ts';
