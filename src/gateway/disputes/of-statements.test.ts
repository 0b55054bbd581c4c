import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '../../platform/time/clock.ts';
import { type ChargebackLine, disputesOfStatementsJob } from './of-statements.ts';
import type { DisputeNotice } from './rules/notice.ts';

const NOW = Date.UTC(2026, 10, 26, 15);
const LINE: ChargebackLine = {
  id: 'l1',
  updatedAt: NOW,
  transactionId: 't1',
  gross: -1_000,
  net: -970,
  day: '2026-11-25',
  process: '7700123',
  reasonCode: '10.4',
  reasonText: 'Fraude',
  disputeState: undefined,
  disputeAmount: undefined,
  disputeDay: undefined,
};

/** What the job tells in as many runs, of these lines by their change. */
async function toldOf(lines: readonly ChargebackLine[], runs = 1): Promise<readonly DisputeNotice[]> {
  const told: DisputeNotice[] = [];
  const job = disputesOfStatementsJob({
    lines: {
      chargebacksAfter: async ({ updatedAt, id }, limit) =>
        lines
          .filter((one) => one.updatedAt > updatedAt || (one.updatedAt === updatedAt && one.id > id))
          .slice(0, limit),
    },
    disputes: { record: async (notice) => told.push(notice) as never },
    clock: { now: () => NOW },
    time: localTime('America/Sao_Paulo'),
  });
  for (let run = 0; run < runs; run += 1) await job.run(new AbortController().signal);
  return told;
}

test('a chargeback that was taken of a payout is a dispute whose money is gone', async () => {
  assert.deepEqual(await toldOf([LINE, { ...LINE, id: 'l2', transactionId: undefined }]), [
    {
      transactionId: 't1',
      source: 'rede',
      kind: 'chargeback',
      process: '7700123',
      reasonCode: '10.4',
      reasonText: 'Fraude',
      amount: 1_000,
      notifiedDay: '2026-11-25',
      money: 'debited',
      moneyDay: '2026-11-25',
    },
  ]);
});

test('a sale that is disputed is one dispute, with the money that comes back and who won', async () => {
  const sale = { ...LINE, gross: 1_000, net: 970, process: undefined, day: '2026-11-20' };
  const disputed = { ...sale, disputeState: 'open', disputeAmount: 600, disputeDay: '2026-11-24' } as const;
  const back = { ...LINE, id: 'l3', gross: 970, net: 970, reasonCode: '52' };
  const told = await toldOf([disputed, { ...disputed, id: 'l2', disputeState: 'lost' }, back]);
  assert.deepEqual(
    told.map((one) => [one.isOfSale, one.amount, one.notifiedDay, one.outcome, one.money, one.reasonCode]),
    [
      [true, 600, '2026-11-24', undefined, undefined, undefined],
      [true, 600, '2026-11-24', 'lost', 'debited', undefined],
      [undefined, 970, '2026-11-25', 'won', 'credited', undefined],
    ],
  );
});

test('all lines are read at the start, and later only those of the last minute again', async () => {
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...LINE,
    id: `l${String(index).padStart(3, '0')}`,
    updatedAt: NOW - 450_000 + index * 1_000,
  }));
  assert.equal((await toldOf(many)).length, 450);
  // Those of the last minute, both ends included.
  assert.equal((await toldOf(many, 2)).length, 450 + 61);
});
