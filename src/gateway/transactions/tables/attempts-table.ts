import {
  type BulkTable,
  type BulkUpdate,
  defineTable,
  type RowOf,
} from '../../../platform/database/index.ts';
import type { Attempt, AttemptEnd, NewAttempt } from '../rules/attempt.ts';

export interface AttemptTables {
  attempts: RowOf<Attempt>;
}

export const ATTEMPTS = defineTable<Attempt>('attempts', {
  reference: 'text',
  transactionId: 'uuid',
  accountId: 'bigint',
  provider: 'text?',
  state: 'text',
  createdAt: 'bigint',
  endedAt: 'bigint?',
  theirId: 'text?',
  nsu: 'text?',
  rawCode: 'text?',
  rawMessage: 'text?',
  abecsCode: 'text?',
  adviceCode: 'text?',
  httpStatus: 'bigint?',
  declineClass: 'text?',
  reason: 'text?',
  holder: 'text?',
  mask: 'text?',
  origin: 'text?',
  routing: 'text?',
});

export const NEW_ATTEMPTS: BulkTable<NewAttempt> = ATTEMPTS.only([
  'reference',
  'transactionId',
  'accountId',
  'provider',
  'state',
  'createdAt',
  'holder',
  'mask',
  'origin',
  'routing',
]);

/** Writes the end of attempts that still have the expected state. Nobody sends them any more. */
export const END_ATTEMPTS: BulkUpdate<string, string, AttemptEnd & Pick<Attempt, 'holder' | 'origin'>> =
  ATTEMPTS.update('reference', 'state', [
    'holder',
    'origin',
    'state',
    'endedAt',
    'theirId',
    'nsu',
    'rawCode',
    'rawMessage',
    'abecsCode',
    'adviceCode',
    'httpStatus',
    'declineClass',
    'reason',
  ]);
