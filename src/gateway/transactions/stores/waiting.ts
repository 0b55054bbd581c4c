import { sql } from 'kysely';
import { past, type Waiting } from '../../../platform/jobs/index.ts';
import { createRecoverySchedule } from '../rules/schedule.ts';
import { waitingCases } from './case-store.ts';

/** Of sales: what recovery looks at, and since when a key is being worked on. */
export function waitingSales(timeScale: number): readonly Waiting[] {
  return [
    waitingCases(createRecoverySchedule(timeScale)),
    past({ table: 'idempotency_keys', column: 'created_at', where: sql<boolean>`1 = 1` }),
  ];
}
