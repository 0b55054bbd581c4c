import { transactionMigrations } from '../transactions/tables/migrations.ts';
import { awaitedChargeMigrations } from './charges-table.ts';
import { returnMigrations } from './returns/returns-table.ts';

/** The tables of charges, and those that they are made beside. */
export const CHARGE_TABLES = {
  ...transactionMigrations,
  ...awaitedChargeMigrations,
  ...returnMigrations,
};
