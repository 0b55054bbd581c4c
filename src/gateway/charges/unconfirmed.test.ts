import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptState } from '../transactions/rules/attempt.ts';
import type { Change } from '../transactions/rules/change.ts';
import { newResult, Status } from '../transactions/rules/transaction.ts';
import { testAttempt, testTransaction } from '../transactions/test-sale.ts';
import type { AwaitedCharge, ChargeEnding } from './charge.ts';
import { lookAtCharge } from './look.ts';
import type { ChargeDependencies, KnownCharge } from './open-charge.ts';
import { lookLater } from './unconfirmed.ts';

const HOUR = 60 * 60_000;
const MADE_AT = 1_000;

/** What a look does at a charge whose bank this service does not know any more. */
async function lookWithoutBank(
  state: AttemptState,
  { ageMs, ending, hasCase }: { ageMs: number; ending?: ChargeEnding; hasCase?: boolean },
) {
  const now = MADE_AT + ageMs;
  const transaction = testTransaction({});
  const attempt = { ...testAttempt(transaction), state, endedAt: MADE_AT };
  const changes: Change[] = [];
  const planned: (number | undefined)[] = [];
  const told: string[] = [];
  const charge = {
    reference: attempt.reference,
    transactionId: transaction.id,
    kind: 'pix',
    accountId: 7,
    createdAt: MADE_AT,
    expiresAt: MADE_AT + 1,
    nextAt: now,
    looks: 9,
    ending,
  } as AwaitedCharge;
  await lookAtCharge(
    {
      clock: { now: () => now },
      timeScale: 1,
      chargedKind: () => ({ lookEveryMs: 60_000 }),
      acquirers: { routeOf: async () => undefined },
      cases: { caseOf: async () => (hasCase ? {} : undefined) },
      store: {
        findAny: async () => transaction,
        attemptsOf: async () => [attempt],
        change: async (change: Change) => {
          changes.push(change);
          return true;
        },
      },
      charges: {
        putOff: async (_looked: object, values: { nextAt?: number }) => void planned.push(values.nextAt),
      },
      onNeedsAttention: ({ reason }: { reason: string }) => void told.push(reason),
    } as unknown as ChargeDependencies,
    charge,
  );
  const [nextAt] = planned;
  return {
    pause: nextAt === undefined ? undefined : nextAt - now,
    cases: changes.map(({ openCase }) => `${openCase?.kind} ${openCase?.state}`),
    told,
  };
}

test('a charge whose bank is gone is looked at ever less often, and waits for a person after a day', async () => {
  const pauses: (number | undefined)[] = [];
  for (const ageMs of [0, HOUR, 23 * HOUR]) {
    const { pause, cases } = await lookWithoutBank('waiting', { ageMs });
    assert.deepEqual(cases, []);
    pauses.push(pause);
  }
  assert.deepEqual(pauses, [60_000, HOUR / 8, HOUR]);
  assert.deepEqual(await lookWithoutBank('waiting', { ageMs: 24 * HOUR }), {
    pause: HOUR,
    cases: ['charge manual'],
    told: ['this service has no way to the bank of the payment'],
  });
});

test('a person is asked once', async () => {
  const { cases, told } = await lookWithoutBank('waiting', { ageMs: 900 * HOUR, hasCase: true });
  assert.deepEqual([cases, told], [[], []]);
});

test('one that a person ended is looked at for a month, and then no more', async () => {
  for (const state of ['approved', 'absent'] as const) {
    assert.deepEqual(await lookWithoutBank(state, { ageMs: 29 * 24 * HOUR }), {
      pause: HOUR,
      cases: [],
      told: [],
    });
    const { pause } = await lookWithoutBank(state, { ageMs: 31 * 24 * HOUR });
    assert.equal(pause, undefined);
  }
});

test('while recovery finds out whether it was made, looks are a minute apart at most', async () => {
  for (const [ageMs, pause] of [
    [0, 5_000],
    [80_000, 10_000],
    [900 * HOUR, 60_000],
  ] as const) {
    assert.equal((await lookWithoutBank('unknown', { ageMs })).pause, pause);
  }
});

/** The cases that a look opens which learns nothing of a charge that was made and expired so long before. */
async function casesOfSilence(
  { ageMs, expiredMs }: { ageMs: number; expiredMs: number },
  ending?: ChargeEnding,
) {
  const now = MADE_AT + ageMs;
  const transaction = { ...testTransaction({ result: newResult(Status.intention) }), updatedAt: MADE_AT };
  const attempt = { ...testAttempt(transaction), state: 'waiting' as const };
  const charge = {
    reference: attempt.reference,
    transactionId: transaction.id,
    kind: 'pix',
    createdAt: MADE_AT,
    expiresAt: now - expiredMs,
    nextAt: now,
    looks: 9,
    ending,
  } as AwaitedCharge;
  const cases: string[] = [];
  const dependencies = {
    clock: { now: () => now },
    timeScale: 1,
    chargedKind: () => ({ lookEveryMs: 60_000 }),
    cases: { caseOf: async () => undefined },
    store: {
      change: async ({ openCase }: Change) => {
        cases.push(`${openCase?.kind} ${openCase?.state}`);
        return true;
      },
    },
    charges: { putOff: async () => undefined },
    onNeedsAttention: () => undefined,
  } as unknown as ChargeDependencies;
  await lookLater(dependencies, { charge, transaction, found: transaction, attempt } as KnownCharge);
  return cases;
}

test('one that expires goes to a person a day later, however long ago it was made', async () => {
  assert.deepEqual(await casesOfSilence({ ageMs: 240 * HOUR, expiredMs: HOUR }), []);
  assert.deepEqual(await casesOfSilence({ ageMs: 240 * HOUR, expiredMs: 24 * HOUR }), ['charge manual']);
});

test('one that somebody ended goes to a person a day later, though it has not expired', async () => {
  const soon = { ageMs: 23 * HOUR, expiredMs: -HOUR };
  assert.deepEqual(await casesOfSilence(soon, 'void'), []);
  assert.deepEqual(await casesOfSilence({ ...soon, ageMs: 24 * HOUR }, 'void'), ['charge manual']);
});

/** How often a bank is asked about a charge in two days in which it cannot take it back, as its merchant wishes. */
async function looksInTwoDays(lookEveryMs: number): Promise<number> {
  let now = MADE_AT;
  const transaction = { ...testTransaction({ result: newResult(Status.canceling) }), updatedAt: MADE_AT };
  const attempt = { ...testAttempt(transaction), state: 'waiting' as const };
  const { reference } = attempt;
  let charge = {
    ...{ reference, transactionId: transaction.id, kind: 'bankSlip', looks: 4, ending: 'void' },
    ...{ createdAt: MADE_AT - HOUR, expiresAt: MADE_AT + 240 * HOUR, nextAt: MADE_AT },
  } as AwaitedCharge;
  const dependencies = {
    clock: { now: () => now },
    timeScale: 1,
    chargedKind: () => ({ lookEveryMs }),
    cases: { caseOf: async () => undefined },
    store: { change: async () => true },
    charges: {
      putOff: async (_looked: object, values: Partial<AwaitedCharge>) => {
        charge = { ...charge, ...values };
      },
    },
    onNeedsAttention: () => undefined,
  } as unknown as ChargeDependencies;
  for (let count = 1; ; count += 1) {
    await lookLater(dependencies, { charge, transaction, found: transaction, attempt } as KnownCharge);
    now = charge.nextAt ?? Number.POSITIVE_INFINITY;
    if (now >= MADE_AT + 48 * HOUR) return count;
  }
}

test('a slip that its bank cannot take back is asked for within a minute at first, and then ever less often', async () => {
  const looks = await looksInTwoDays(HOUR / 2);
  assert.ok(looks < 150, `${looks} looks in two days`);
});
