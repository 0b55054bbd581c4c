import type { CaseTables } from '../tables/cases-table.ts';
import type { SalesByDayTables } from '../tables/sales-by-day-table.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';

export type ReadingTables = TransactionTables & CaseTables & SalesByDayTables;
