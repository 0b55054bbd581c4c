import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../../test/support/databases.ts';
import type { AuthorizeOutcome } from '../../../providers/index.ts';
import { newResult, Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { testEvent } from '../../../transactions/test-sale.ts';
import { resolveAuthentication } from './resume.ts';
import {
  answer,
  approved,
  type BuyerRoom,
  declined,
  openBuyerRoom,
  stillAway,
  THEIR_ID,
} from './test-buyer.ts';

const BUYER = { kind: 'buyer', requestId: 'r-1' } as const;

/** Outcomes that prove nothing. */
const NOTHING_KNOWN: readonly (readonly [string, AuthorizeOutcome])[] = [
  ['buyer_awaited', stillAway],
  ['pending', { outcome: 'pending', answer: {} }],
  ['the line was cut', { outcome: 'unknown', reason: 'the line was cut' }],
  ['refused', { outcome: 'not_sent', reason: 'refused' }],
  ['wrong account', { outcome: 'invalid_request', reason: 'wrong account', answer: {} }],
  ['duplicate', { outcome: 'duplicate', answer: {} }],
  [
    'the acquirer speaks of another charge',
    { outcome: 'approved', captured: true, answer: { ...answer, seen: { amount: 1 } } },
  ],
  [
    'the acquirer speaks of another charge',
    { ...declined, answer: { ...answer, seen: { cardLast4: '0000' } } } as AuthorizeOutcome,
  ],
];

for (const engine of SQLITE_BY_DAY) {
  describe(`resolving an authentication on ${engine}`, () => {
    let room: BuyerRoom;
    before(async () => {
      room = await openBuyerRoom(engine);
    });
    after(() => room.close());
    beforeEach(() => {
      room.outcomes.length = 0;
    });

    const resolve = async (transaction: Transaction) =>
      resolveAuthentication(room.dependencies, {
        transaction,
        attempt: await room.attemptOf(transaction),
        origin: BUYER,
      });
    const stored = (transaction: Transaction) => room.store.findAny(transaction.id);

    for (const captured of [false, true]) {
      test(`an approval ${captured ? 'with' : 'without'} capture is stored whole, in one change`, async () => {
        const { transaction, reference } = await room.sendAway();
        room.answers({ outcome: 'approved', captured, answer });
        const resolution = await resolve(transaction);
        const settled = await stored(transaction);
        assert.equal(resolution.kind, 'settled');
        assert.deepEqual(resolution.transaction, settled);
        const result = newResult(captured ? Status.captured : Status.authorized, {
          providerReference: THEIR_ID,
          providerCode: '00',
          providerMessage: captured ? 'Transação capturada com sucesso' : 'Transação autorizada com sucesso',
          authorizationCode: '123456',
          eci: 5,
          capturedAmount: captured ? 1000 : undefined,
        });
        assert.deepEqual(settled?.result, result);
        assert.equal(settled?.version, 2);
        const attempt = await room.attemptOf(transaction);
        assert.deepEqual([attempt.state, attempt.nsu, attempt.theirId], ['approved', '55', THEIR_ID]);
        assert.deepEqual(await room.casesOf(transaction.id), []);
        assert.deepEqual(room.notified, [settled]);
        assert.deepEqual(room.outcomes, ['REDE approved']);
        const last = (await room.eventsOf(transaction)).at(-1);
        assert.deepEqual([last?.kind, last?.origin], ['answered', BUYER]);
        assert.deepEqual(last?.details, {
          subject: reference,
          outcome: 'approved',
          status: result.status,
          code: '00',
          eci: 5,
        });
      });
    }

    test('stores a refusal with its class and keeps what the answer leaves out', async () => {
      const { transaction } = await room.sendAway();
      room.answers({ ...declined, answer: { rawCode: '202', eci: 7 } } as AuthorizeOutcome);
      assert.equal((await resolve(transaction)).kind, 'settled');
      assert.deepEqual(
        (await stored(transaction))?.result,
        newResult(Status.denied, {
          providerReference: THEIR_ID,
          providerCode: '202',
          providerMessage: 'Não autenticado.',
          eci: 7,
        }),
      );
      const attempt = await room.attemptOf(transaction);
      assert.deepEqual(
        [attempt.state, attempt.declineClass, attempt.theirId],
        ['declined', 'authentication', THEIR_ID],
      );
    });

    test('asks the acquirer once, by both identifiers of the charge', async () => {
      const { transaction, reference } = await room.sendAway();
      room.answers(approved);
      await resolve(transaction);
      assert.deepEqual(room.queried, [
        { acquirerReference: reference, theirId: THEIR_ID, account: { accountId: '3', settings: {} } },
      ]);
    });

    for (const [reason, outcome] of NOTHING_KNOWN) {
      test(`${outcome.outcome} (${reason}) proves nothing, so nothing is written`, async () => {
        const { transaction } = await room.sendAway();
        const cases = await room.casesOf(transaction.id);
        const events = await room.eventsOf(transaction);
        room.answers(outcome);
        assert.deepEqual(await resolve(transaction), { kind: 'waiting', reason });
        assert.deepEqual(await stored(transaction), transaction);
        assert.deepEqual(await room.casesOf(transaction.id), cases);
        assert.deepEqual(await room.eventsOf(transaction), events);
        assert.equal((await room.attemptOf(transaction)).state, 'waiting');
        assert.deepEqual([room.notified, room.outcomes], [[], []]);
      });
    }

    test('leaves the sale waiting when its acquirer can no longer be reached', async () => {
      const { transaction } = await room.sendAway();
      room.answers(approved);
      const attempt = { ...(await room.attemptOf(transaction)), accountId: 99 };
      const resolution = await resolveAuthentication(room.dependencies, {
        transaction,
        attempt,
        origin: BUYER,
      });
      assert.equal(resolution.kind, 'waiting');
      assert.equal(room.queried.length, 0);
    });

    test('one of many concurrent queries settles the sale, the others find it settled', async () => {
      const { transaction } = await room.sendAway();
      room.answers(approved);
      const all = await Promise.all(Array.from({ length: 8 }, () => resolve(transaction)));
      assert.equal(all.filter(({ kind }) => kind === 'settled').length, 1);
      assert.equal(all.filter(({ kind }) => kind === 'passed').length, 7);
      assert.equal(room.notified.length, 1);
      assert.equal((await stored(transaction))?.version, 2);
    });

    test('does not query for a sale that is settled or expired', async () => {
      for (const status of [Status.pending, Status.expired, Status.denied, Status.captured] as const) {
        const { transaction } = await room.sendAway();
        const at = room.now();
        await room.store.change({
          transaction,
          at,
          result: newResult(status),
          events: [testEvent('expired')],
        });
        room.answers(approved);
        const moved = await stored(transaction);
        assert.deepEqual(await resolve(moved ?? transaction), { kind: 'passed', transaction: moved });
        assert.equal(room.queried.length, 0);
      }
    });

    test('ignores an answer that comes after the sale expired', async () => {
      const { transaction } = await room.sendAway();
      room.answers(async () => {
        const change = { transaction, at: room.now(), result: newResult(Status.pending) } as const;
        await room.store.change({ ...change, events: [testEvent('expired')] });
        return approved;
      });
      const resolution = await resolve(transaction);
      assert.equal(resolution.kind, 'passed');
      assert.equal((await stored(transaction))?.result.status, Status.pending);
      assert.equal((await room.attemptOf(transaction)).state, 'waiting');
    });

    test('stores the answer although the sale changed, while it is still waiting', async () => {
      const { transaction } = await room.sendAway();
      room.answers(async () => {
        await room.store.change({
          transaction,
          at: room.now(),
          events: [testEvent('queried')],
        });
        return approved;
      });
      const resolution = await resolve(transaction);
      assert.equal(resolution.kind, 'settled');
      assert.equal((await stored(transaction))?.version, 3);
      assert.equal(room.queried.length, 1);
    });
  });
}
