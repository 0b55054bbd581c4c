import { sql } from 'kysely';
import { past, type Waiting } from '../../../platform/jobs/index.ts';
import { SALE_WAITS } from '../record/external-payment.ts';
import { IS_OPEN, IS_UNSETTLED } from '../record/tables.ts';

const of = { table: 'external_payments' };
const WAITS_MS = sql<number>`(case auto_start when 1 then ${sql.lit(SALE_WAITS.pushedMs)}
  else ${sql.lit(SALE_WAITS.pendingMs)} end)`;

/** Of payments and cancels: until when one may be taken, and since when its client is silent. */
export const WAITING_PAYMENTS: readonly Waiting[] = [
  {
    ...of,
    column: 'take_until',
    longestMs: WAITS_MS,
    where: sql<boolean>`${IS_OPEN} and status = 5`,
    isAnew: true,
  },
  past({ ...of, column: 'heard_at', where: IS_OPEN }),
  // Before `heard_at`: who took the work after it ended was heard of since.
  past({ ...of, column: 'updated_at', where: IS_UNSETTLED }),
  past({ ...of, column: 'heard_at', where: IS_UNSETTLED }),
];
