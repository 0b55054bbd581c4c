import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import { createKnownAges } from '../../../platform/time/known-ages.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { type AuthorizeOutcome, type ChargeRoute, declineFor } from '../../providers/index.ts';
import { endedAttempt } from '../rules/attempt.ts';
import { createRecoverySchedule } from '../rules/schedule.ts';
import { Status } from '../rules/transaction.ts';
import { createUnstoredOutcomes } from '../stores/unstored-outcomes.ts';
import { openTestRoom, type TestRoom } from '../test-room.ts';
import { newReference, testOrder, testTransaction } from '../test-sale.ts';
import type { PreparedPayment, TryNames } from './prepared.ts';
import { startSale } from './start.ts';

const APPROVED: AuthorizeOutcome = {
  outcome: 'approved',
  captured: true,
  answer: { theirId: 'second', nsu: '22' },
};
const NOT_SENT: AuthorizeOutcome = { outcome: 'not_sent', reason: 'connection refused' };
const DENIED: AuthorizeOutcome = {
  outcome: 'declined',
  decline: declineFor('VISA', '91'),
  answer: { theirId: 'first', nsu: '11', rawCode: '106' },
};
/** After which nothing may be sent again in the same request. */
const MAY_BE_CHARGED: readonly AuthorizeOutcome[] = [
  { outcome: 'unknown', reason: 'no answer' },
  { outcome: 'pending', answer: {} },
  { outcome: 'duplicate', answer: {} },
  {
    outcome: 'buyer_awaited',
    nextAction: { kind: 'redirect', url: 'https://bank.test/' },
    expiresAt: Date.now() + 600_000,
    answer: { theirId: 'first' },
  },
  APPROVED,
];
const REQUEST = {
  merchantId: 1,
  origin: { kind: 'merchant', requestId: 'r' },
  idempotency: undefined,
} as const;

/** A payment at REDE, and at CIELO where REDE's outcome sends it there. */
function twoAcquirers(outcomes: Readonly<Record<string, readonly AuthorizeOutcome[]>>) {
  const calls: { readonly provider: string; readonly names: TryNames }[] = [];
  const ended: string[] = [];
  const asked: string[] = [];
  const at = (provider: string, accountId: number): PreparedPayment => {
    const left = [...(outcomes[provider] ?? [])];
    return {
      order: testOrder({ provider, providerVersion: provider === 'REDE' ? '2' : '3.0' }),
      route: {
        connector: {
          provider,
          capabilities: () => ({ timing: { maxProcessingMs: 120_000 } }),
          authorize: () => undefined,
        },
        accountId,
        settings: async () => ({ accountId: String(accountId), settings: {} }),
      } as unknown as ChargeRoute,
      mask: '423564******5682',
      decline: undefined,
      charge: async (names) => {
        calls.push({ provider, names });
        return left.shift() ?? assert.fail(`${provider} is asked too often`);
      },
      sendAway: () => ({
        redirectUrl: undefined,
        watchedBy: 'recovery',
        row: { writer: async () => undefined, row: {} },
      }),
      ended: async () => {
        ended.push(provider);
      },
    };
  };
  const second = at('CIELO', 2);
  const prepared: PreparedPayment = {
    ...at('REDE', 1),
    elsewhere: async ({ outcome }) => {
      asked.push(outcome);
      return outcomes.CIELO && second;
    },
  };
  return { prepared, calls, ended, asked };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`a sale that is tried at a second acquirer, on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());

    /** Sells; `tookAt` is what a monotonic clock says at the beginning, and before each call and each choice of a way. */
    async function sell(
      prepared: PreparedPayment,
      {
        tookAt = [0],
        isAlive = () => true,
        now = Date.now,
      }: { tookAt?: readonly number[]; isAlive?: () => boolean; now?: () => number } = {},
    ) {
      let reads = 0;
      const result = await startSale(
        {
          kinds: PAYMENT_KINDS,
          store: room.store,
          clock: { now },
          schedule: createRecoverySchedule(1),
          holder: 'this-one',
          createFence: async () => isAlive,
          newReference,
          unstored: createUnstoredOutcomes(),
          ages: createKnownAges(),
          onOutcomeNotStored: (error) => assert.fail(String(error)),
          onOutcome: () => undefined,
          nowMs: () => tookAt[reads++] ?? tookAt.at(-1) ?? 0,
        },
        REQUEST,
        { id: testTransaction().id, referenceId: undefined, amount: 1_000, prepared },
      );
      const { transaction } = result;
      return { transaction, attempts: await room.store.attemptsOf(transaction.id) };
    }

    test('denied at the first and approved at the second: one transaction, one answer, one postback', async () => {
      const { prepared, calls, ended } = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      const { transaction, attempts } = await sell(prepared);
      assert.equal(transaction.result.status, Status.captured);
      assert.equal(transaction.order.provider, 'CIELO');
      assert.equal(transaction.order.providerVersion, '3.0');
      assert.equal(transaction.nsu, '22');
      assert.deepEqual(
        attempts.map(({ provider, accountId, state, rawCode }) => [provider, accountId, state, rawCode]),
        [
          ['REDE', 1, 'declined', '106'],
          ['CIELO', 2, 'approved', undefined],
        ],
      );
      assert.equal(
        new Set(calls.map(({ names }) => names.acquirerReference)).size,
        2,
        'each with its reference',
      );
      assert.deepEqual(ended, ['CIELO'], 'what follows belongs to the account that answered last');
      const told = room.notified.filter(({ id }) => id === transaction.id);
      assert.deepEqual(
        told.map(({ result, order }) => [result.status, order.provider]),
        [[Status.captured, 'CIELO']],
      );
      const stored = await room.store.findAny(transaction.id);
      assert.deepEqual(stored, transaction);
    });

    test('what recovery ended in the same millisecond is sent nowhere else: nothing would be written of it', async () => {
      const { prepared, calls } = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      const now = Date.now();
      const raced: PreparedPayment = {
        ...prepared,
        charge: async (names) => {
          const outcome = await prepared.charge(names);
          const [transaction] = await room.store.list({ merchantId: REQUEST.merchantId, limit: 1 });
          assert.ok(transaction);
          const [attempt] = await room.store.attemptsOf(transaction.id);
          assert.ok(attempt?.reference === names.acquirerReference);
          const { status } = transaction.result;
          await room.store.change({
            transaction,
            at: now,
            attempt: {
              from: 'sending',
              to: endedAttempt({ ...attempt, state: 'sending', holder: 'this-one' }, outcome, now),
            },
            events: [
              {
                kind: 'resolved',
                origin: { kind: 'recovery' },
                details: { subject: attempt.reference, outcome: 'declined', from: status, status },
              },
            ],
          });
          return outcome;
        },
      };
      const { attempts } = await sell(raced, { now: () => now });
      assert.deepEqual(
        calls.map(({ provider }) => provider),
        ['REDE'],
      );
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ['declined'],
      );
    });

    test('the history tells both, and why the second was asked', async () => {
      const { prepared } = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      const { transaction, attempts } = await sell(prepared);
      const [first, second] = attempts;
      const events = await room.history.of(transaction.id);
      assert.deepEqual(
        events.map(({ kind, details }) => ({ kind, ...details })),
        [
          { kind: 'sent', subject: first?.reference },
          { kind: 'answered', subject: first?.reference, outcome: 'declined', code: '91' },
          { kind: 'sent', subject: second?.reference, provider: 'CIELO', after: 'REDE' },
          {
            kind: 'answered',
            subject: second?.reference,
            outcome: 'approved',
            status: Status.captured,
            code: '00',
          },
        ],
      );
    });

    test('what may be charged is sent nowhere else, and nobody is asked where', async () => {
      for (const outcome of MAY_BE_CHARGED) {
        const { prepared, calls, asked } = twoAcquirers({ REDE: [outcome], CIELO: [APPROVED] });
        const { attempts } = await sell(prepared);
        assert.deepEqual(
          calls.map(({ provider }) => provider),
          ['REDE'],
          outcome.outcome,
        );
        assert.deepEqual(asked, [], outcome.outcome);
        assert.equal(attempts.length, 1);
      }
    });

    test('what was not sent goes to the second at once, and there is no third try', async () => {
      for (const outcome of [NOT_SENT, DENIED]) {
        const { prepared, calls } = twoAcquirers({ REDE: [NOT_SENT], CIELO: [outcome] });
        const { transaction } = await sell(prepared);
        assert.deepEqual(
          calls.map(({ provider }) => provider),
          ['REDE', 'CIELO'],
        );
        const expected: Status = outcome === DENIED ? Status.denied : Status.failed;
        assert.equal(transaction.result.status, expected, "the answer is the last attempt's");
      }
    });

    test('without a second acquirer what was not sent goes the same way once more, and a denial stands', async () => {
      const again = twoAcquirers({ REDE: [NOT_SENT, APPROVED] });
      assert.equal((await sell(again.prepared)).transaction.result.status, Status.captured);
      assert.deepEqual(
        again.calls.map(({ provider }) => provider),
        ['REDE', 'REDE'],
      );
      const denied = twoAcquirers({ REDE: [DENIED] });
      assert.equal((await sell(denied.prepared)).transaction.result.status, Status.denied);
      assert.equal(denied.calls.length, 1);
    });

    test('with less than five of its thirty seconds left a request asks nobody else', async () => {
      const late = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      assert.equal(
        (await sell(late.prepared, { tookAt: [0, 1, 25_001] })).transaction.result.status,
        Status.denied,
      );
      assert.deepEqual(late.asked, []);
      const inTime = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      assert.equal(
        (await sell(inTime.prepared, { tookAt: [0, 1, 25_000] })).transaction.result.status,
        Status.captured,
      );
      assert.deepEqual(
        inTime.calls.map(({ names }) => names.withinMs),
        [undefined, 5_000],
        'the second call takes no longer than what is left',
      );
    });

    test('a second try that took too long to be written down is not sent', async () => {
      const { prepared, calls } = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      const { transaction, attempts } = await sell(prepared, { tookAt: [0, 1, 24_000, 27_501] });
      assert.deepEqual(
        calls.map(({ provider }) => provider),
        ['REDE'],
      );
      assert.equal(transaction.result.status, Status.failed);
      assert.equal(attempts.at(-1)?.state, 'not_sent');
    });

    test('an instance that others took for dead sends nothing more', async (t: TestContext) => {
      let alive = true;
      const { prepared, calls } = twoAcquirers({ REDE: [DENIED], CIELO: [APPROVED] });
      t.after(() => assert.equal(calls.length, 1));
      const dying: PreparedPayment = {
        ...prepared,
        charge: async (names) => {
          const outcome = await prepared.charge(names);
          alive = false;
          return outcome;
        },
      };
      const { transaction } = await sell(dying, { isAlive: () => alive });
      assert.equal(transaction.result.status, Status.denied);
    });

    test('the second comes after the first, also while the clock stands or is set back', async () => {
      for (const stepMs of [0, -60_000]) {
        let at = Date.now();
        const now = () => {
          at += stepMs;
          return at;
        };
        const { prepared } = twoAcquirers({ REDE: [DENIED], CIELO: [NOT_SENT] });
        const { attempts } = await sell(prepared, { now });
        assert.deepEqual(
          attempts.map(({ provider }) => provider),
          ['REDE', 'CIELO'],
        );
        const [first, second] = attempts;
        assert.ok(first && second && second.createdAt > first.createdAt, `by steps of ${stepMs} ms`);
      }
    });

    test('the number that the first acquirer gave it is not told of the second', async () => {
      const { prepared } = twoAcquirers({
        REDE: [DENIED],
        CIELO: [{ outcome: 'unknown', reason: 'no answer' }],
      });
      const { transaction, attempts } = await sell(prepared);
      assert.equal(transaction.nsu, undefined);
      assert.equal(attempts[0]?.nsu, '11', 'it is kept with the first');
    });

    test('a lost answer of the second is found out at the second', async () => {
      const { prepared } = twoAcquirers({
        REDE: [DENIED],
        CIELO: [{ outcome: 'unknown', reason: 'no answer' }],
      });
      const { transaction, attempts } = await sell(prepared);
      assert.equal(transaction.result.status, Status.pending);
      const [open, ...more] = await room.casesOf(transaction.id);
      assert.equal(more.length, 0);
      assert.equal(open?.subject, attempts.at(-1)?.reference);
      assert.equal(open?.accountId, 2);
    });
  });
}
