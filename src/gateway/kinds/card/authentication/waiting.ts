import { sql } from 'kysely';
import type { Waiting } from '../../../../platform/jobs/index.ts';
import { AUTHENTICATION_LIMIT } from '../../../transactions/rules/schedule.ts';

/** Buyers at their banks: for as long as they have. */
export function waitingAuthentications(timeScale: number): Waiting {
  return {
    table: 'authentications',
    column: 'expires_at',
    longestMs: AUTHENTICATION_LIMIT / timeScale,
    where: sql<boolean>`1 = 1`,
    isAnew: true,
  };
}
