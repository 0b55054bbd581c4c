import type { CaseTables, SalesByDayTables, TransactionTables } from '../record/index.ts';

export type ReadingTables = TransactionTables & CaseTables & SalesByDayTables;
