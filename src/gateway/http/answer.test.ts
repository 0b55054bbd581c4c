import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../platform/database/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { newResult, Status } from '../transactions/rules/transaction.ts';
import { testTransaction } from '../transactions/test-sale.ts';
import { transactionAnswer } from './answer.ts';

const time = localTime('America/Sao_Paulo');
const denied = testTransaction({ result: newResult(Status.denied) });

test('a refusal is told without its advice while the database does not answer', async () => {
  const answerWhen = async (declineOf: () => Promise<never>) =>
    transactionAnswer(
      {
        redirectUrlOf: () => undefined,
        savedTokenOf: async () => undefined,
        pixOf: async () => undefined,
        slipOf: async () => undefined,
        declineOf,
      },
      denied,
      time,
    );
  const answer = await answerWhen(() => Promise.reject(new DatabaseUnavailable(new Error('away'))));
  assert.equal(answer.status, Status.denied);
  assert.equal(answer.payment.card?.declineClass, undefined);
  await assert.rejects(
    answerWhen(() => Promise.reject(new Error('a bug'))),
    /a bug/,
  );
});
