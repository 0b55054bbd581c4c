import { sql } from 'kysely';
import { past, type Waiting } from '../../../platform/jobs/index.ts';
import { AUTHENTICATION_LIMIT, createRecoverySchedule } from '../rules/schedule.ts';
import { waitingCases } from './case-store.ts';

const ALL = sql<boolean>`1 = 1`;

/** Of sales: what recovery looks at, buyers at their banks, and since when a key is being worked on. */
export function waitingSales(timeScale: number): readonly Waiting[] {
  return [
    waitingCases(createRecoverySchedule(timeScale)),
    {
      table: 'authentications',
      column: 'expires_at',
      longestMs: Math.ceil(AUTHENTICATION_LIMIT / timeScale),
      where: ALL,
      isAnew: true,
    },
    past({ table: 'idempotency_keys', column: 'created_at', where: ALL }),
  ];
}
