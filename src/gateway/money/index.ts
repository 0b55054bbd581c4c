export { oldReceivablesJob } from './expected/old-receivables.ts';
export { readReceivablePlace, writeReceivablePlace } from './expected/receivable-place.ts';
export type {
  ListedReceivable,
  ReceivableFilter,
} from './expected/receivable-reader.ts';
export { receivableMigrations } from './expected/receivables-table.ts';
export { receivablesJob } from './expected/write-receivables.ts';
export { registerMoneyRoutes } from './http/routes.ts';
export { createMoney, type Money } from './money.ts';
export { refuseMoney } from './refusals.ts';
export { FeeTableFault } from './rules/read-fees.ts';
