import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type WatchDependencies, watchCharges } from './watch.ts';

const NOW = 1_000;

test('a surplus whose refund fails before it was put off rests, and others have their turn', async () => {
  const putOff: unknown[] = [];
  const failed: unknown[] = [];
  const due = { endToEndId: 'E1', reference: 'r', refundReference: 'f', nextAt: 5, tries: 0 };
  const dependencies = {
    clock: { now: () => NOW },
    timeScale: 1,
    charges: {
      openAccounts: async () => [],
      duePayments: async () =>
        putOff.length === 0 ? [{ payment: due, accountId: 1, provider: 'C6BANK' }] : [],
      byReference: async () => {
        throw new Error('the vault is closed');
      },
      putOffPayment: async ({ nextAt }: typeof due, to: number) => void putOff.push([nextAt, to]),
    },
    onLookFailed: (subject: string) => void failed.push(subject),
  } as unknown as WatchDependencies;
  const watch = watchCharges(dependencies);
  await watch.job.run(new AbortController().signal);
  await watch.idle();
  assert.deepEqual(failed, ['E1']);
  assert.deepEqual(putOff, [[5, NOW + 60_000]]);
});
