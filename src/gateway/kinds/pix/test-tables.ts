import { transactionMigrations } from '../../transactions/tables/migrations.ts';
import { pixMigrations } from './charges-table.ts';
import { pixAccountMigrations } from './notices/accounts-table.ts';
import { pixReturnMigrations } from './returns-table.ts';

/** The tables of Pix, and those that they are made beside. */
export const PIX_TABLES = {
  ...transactionMigrations,
  ...pixMigrations,
  ...pixAccountMigrations,
  ...pixReturnMigrations,
};
