import { joinMigrations } from '../../../platform/database/index.ts';
import { recoveryMigrations } from './cases-table.ts';
import { idempotencyMigrations } from './idempotency-keys-table.ts';
import { intentionMigrations } from './intentions-table.ts';
import { movementMigrations } from './movements-table.ts';
import { salesByDayMigrations } from './sales-by-day-table.ts';
import { transactionTableMigrations } from './transactions-migrations.ts';

export const transactionMigrations = joinMigrations(
  transactionTableMigrations,
  movementMigrations,
  recoveryMigrations,
  idempotencyMigrations,
  salesByDayMigrations,
  intentionMigrations,
);
