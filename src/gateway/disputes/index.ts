import { joinMigrations } from '../../platform/database/index.ts';
import { disputeFileMigrations } from './store/dispute-files.ts';
import { disputeTableMigrations } from './store/disputes-table.ts';

export { createDisputes, type Disputes } from './disputes.ts';
export { readDispute } from './http/read-dispute.ts';
export { registerDisputeRoutes } from './http/routes.ts';
export { keepToldDisputes } from './of-acquirer.ts';
export { disputesOfPixJob } from './of-pix.ts';
export { disputesOfStatementsJob } from './of-statements.ts';
export { oldDisputeFilesJob } from './old-dispute-files.ts';
export { ratesOfMonths } from './rates-of-months.ts';
export { refuseDispute } from './refusals.ts';
export { daysLeft } from './rules/deadline.ts';
export { type Dispute, possibleSteps } from './rules/dispute.ts';
export { RATE_LEVELS } from './rules/rates.ts';
export { readDisputePlace, writeDisputePlace } from './store/dispute-place.ts';
export { undecidedAmong } from './store/dispute-store.ts';
export { watchDisputesJob } from './watch-disputes.ts';

export const disputeMigrations = joinMigrations(disputeTableMigrations, disputeFileMigrations);
