import { joinMigrations } from '../../platform/database/index.ts';
import { receivableMigrations } from './tables/receivables-table.ts';
import { statementMigrations } from './tables/statement-migrations.ts';

export { oldReceivablesJob } from './expected/old-receivables.ts';
export { readReceivablePlace, writeReceivablePlace } from './expected/receivable-place.ts';
export type {
  ListedReceivable,
  ReceivableFilter,
} from './expected/receivable-reader.ts';
export { receivablesJob } from './expected/write-receivables.ts';
export { registerPayoutRoutes } from './http/payout-routes.ts';
export { registerMoneyRoutes } from './http/routes.ts';
export { createMoney, type Money } from './money.ts';
export { refuseMoney } from './refusals.ts';
export type { FeeRate, FeeTable } from './rules/fees.ts';
export { FeeTableFault, readFees } from './rules/read-fees.ts';
export { READING_STATES, readingState } from './rules/reading-state.ts';
export { STATEMENT_CLASSES, type StatementClass } from './rules/statement-classes.ts';
export { countLinesWithoutClass, judgeLinesWithoutClass } from './statements/lines-without-class.ts';
export { oldStatementsJob } from './statements/old-statements.ts';
export { countOpenDifferences } from './statements/open-differences.ts';
export { paySimulated } from './statements/pay-simulated.ts';
export { readDays } from './statements/read-account.ts';
export { StatementFault } from './statements/read-period.ts';
export { accountToRead, statementsJob } from './statements/statements-job.ts';
export type { StoredLine, StoredPayout } from './tables/statement-tables.ts';

export const moneyMigrations = joinMigrations(receivableMigrations, statementMigrations);
