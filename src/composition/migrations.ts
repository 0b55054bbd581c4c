import { accountMigrations } from '../accounts/migrations.ts';
import { bankStatementMigrations } from '../gateway/bank-statements/index.ts';
import { cardDataMigrations } from '../gateway/card-data/index.ts';
import { awaitedChargeMigrations, returnMigrations } from '../gateway/charges/index.ts';
import { checkoutMigrations } from '../gateway/checkout/index.ts';
import { disputeMigrations } from '../gateway/disputes/index.ts';
import { historyMigrations } from '../gateway/history/index.ts';
import { cardMigrations } from '../gateway/kinds/card/index.ts';
import { pixAccountMigrations } from '../gateway/kinds/pix/index.ts';
import { slipMigrations } from '../gateway/kinds/slip/index.ts';
import { latePaymentMigrations } from '../gateway/late-payments/index.ts';
import { moneyMigrations } from '../gateway/money/index.ts';
import { postbackMigrations } from '../gateway/postbacks/index.ts';
import { acquirerMigrations } from '../gateway/providers/index.ts';
import { storedCardMigrations } from '../gateway/stored-cards/index.ts';
import { transactionMigrations } from '../gateway/transactions/index.ts';
import { operationMigrations } from '../operations/index.ts';
import { joinMigrations, sequenceMigrations, stampMigrations } from '../platform/database/index.ts';
import { instanceMigrations } from '../platform/instances/index.ts';
import { jobMigrations } from '../platform/jobs/index.ts';
import { mailMigrations } from '../platform/mail/index.ts';
import { vaultMigrations } from '../platform/vault/index.ts';
import { inactiveShopMigrations } from './wiring/inactive-shops.ts';

/** Of all rooms: what a database of the service consists of. */
export const MIGRATIONS = joinMigrations(
  stampMigrations,
  sequenceMigrations,
  vaultMigrations,
  jobMigrations,
  instanceMigrations,
  mailMigrations,
  accountMigrations,
  cardDataMigrations,
  transactionMigrations,
  cardMigrations,
  awaitedChargeMigrations,
  returnMigrations,
  pixAccountMigrations,
  slipMigrations,
  historyMigrations,
  postbackMigrations,
  acquirerMigrations,
  storedCardMigrations,
  checkoutMigrations,
  moneyMigrations,
  disputeMigrations,
  bankStatementMigrations,
  latePaymentMigrations,
  operationMigrations,
  inactiveShopMigrations,
);
