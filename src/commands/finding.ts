import type { HealthCheck } from '../panel/index.ts';

/** One thing that the doctor looked at: how it is and, where it should be otherwise, what to do. */
export type Finding = Pick<HealthCheck, 'title' | 'state' | 'text' | 'advice'>;
