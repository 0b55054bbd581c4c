import { joinMigrations } from '../../../platform/index.ts';
import { authenticationMigrations } from './tables/authentications.ts';
import { recoveryMigrations } from './tables/cases.ts';
import { idempotencyMigrations } from './tables/idempotency-keys.ts';
import { intentionMigrations } from './tables/intentions.ts';
import { movementMigrations } from './tables/movements.ts';
import { salesByDayMigrations } from './tables/sales-by-day.ts';
import { transactionTableMigrations } from './tables/transactions.ts';

export const transactionMigrations = joinMigrations(
  transactionTableMigrations,
  authenticationMigrations,
  movementMigrations,
  recoveryMigrations,
  idempotencyMigrations,
  salesByDayMigrations,
  intentionMigrations,
);
