export { methodOfOrder, moveOrderBalance } from './balance.ts';
export { type Order, orderStatusName } from './order.ts';
export { findOrders } from './store.ts';
export { type OrderTables, orderMigrations } from './tables.ts';
