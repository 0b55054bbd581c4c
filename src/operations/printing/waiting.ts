import { past, type Waiting } from '../../platform/jobs/index.ts';
import { PRINT_LIFE_MS } from './print-job.ts';
import { OPEN } from './store.ts';

const of = { table: 'print_jobs', where: OPEN };

/** Of print jobs: when one expires, and since when its client is silent. */
export const WAITING_PRINTS: readonly Waiting[] = [
  { ...of, column: 'expires_at', longestMs: PRINT_LIFE_MS, isAnew: true },
  past({ ...of, column: 'heard_at' }),
];
