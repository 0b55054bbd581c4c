import { sql } from 'kysely';
import type { Waiting } from '../platform/jobs/index.ts';
import { WAITING_CHARGES } from './charges/index.ts';
import { PAIRING_LIVES_MS } from './payment-clients/index.ts';
import { WAITING_PRINTS } from './printing/index.ts';
import { WAITING_ENTRIES } from './recurrences/index.ts';
import { WAITING_PAYMENTS } from './sales/index.ts';
import { LOCKED_MS } from './technical-passwords/index.ts';

/** All that waits for a time in the back office. */
export const WAITING_OPERATIONS: readonly Waiting[] = [
  WAITING_CHARGES,
  ...WAITING_ENTRIES,
  ...WAITING_PAYMENTS,
  ...WAITING_PRINTS,
  {
    table: 'payment_client_pairings',
    column: 'expires_at',
    longestMs: PAIRING_LIVES_MS,
    where: sql<boolean>`1 = 1`,
    isAnew: true,
  },
  {
    table: 'technical_passwords',
    column: 'locked_until',
    longestMs: LOCKED_MS,
    where: sql<boolean>`locked_until is not null`,
    isAnew: true,
  },
];
