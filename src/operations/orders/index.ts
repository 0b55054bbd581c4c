export { methodOfOrder, moveOrderBalance } from './balance.ts';
export { orderStatusName, type SalesOrder } from './order.ts';
export type { SalesOfOrders } from './rooms.ts';
export { orderOperations } from './routes.ts';
export { findOrders } from './store.ts';
export { type OrderTables, orderMigrations } from './tables.ts';
