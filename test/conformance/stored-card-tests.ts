import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardOnFile, TokenCard } from '../../src/gateway/acquirers/connector.ts';
import { Secret } from '../../src/platform/index.ts';
import { newReference } from './attempts.ts';
import { BRANDS, lifeCycleCard, type PlainCard, refusedCard } from './cards.ts';
import { goodCard, inRoom, isRefusedUnsent, NOT_PROMISED, type Room } from './room.ts';
import type { OpenSubject } from './subject.ts';

const USED: CardOnFile = { use: 'used', reason: 'recurring' };
/** Enough for every retry that a connector may make by itself. */
const ALWAYS = 5;

/** Cards that the acquirer keeps, and sales by their tokens. */
export function storedCardTests(open: OpenSubject): void {
  inRoom('stored cards', open, (room) => {
    const promised = () => room.can('VISA').storedCards !== 'none';

    for (const brand of BRANDS) {
      test(`a kept card pays by its token, without a code: ${brand}`, async (t) => {
        if (!promised()) return t.skip(NOT_PROMISED);
        const card = goodCard(brand);
        const token = await kept(room, card);
        const sold = await sell(room, card, token);
        assert.equal(sold.outcome, 'approved', JSON.stringify(sold));
      });
    }

    test('without a promise nothing is sent', async (t) => {
      if (promised()) return t.skip('promised');
      await isRefusedUnsent(room, () => store(room, goodCard()));
    });

    test('the issuer decides about a sale by token as about its card', async (t) => {
      if (!promised()) return t.skip(NOT_PROMISED);
      const card = refusedCard('051', 'VISA');
      const sold = await sell(room, card, await kept(room, card));
      assert.ok(sold.outcome === 'declined', JSON.stringify(sold));
      assert.equal(sold.decline.code, '51');
    });

    test('a deleted card pays nothing, and deleting it again is success', async (t) => {
      if (!promised()) return t.skip(NOT_PROMISED);
      const card = goodCard();
      const acquirerToken = await kept(room, card);
      const ids = { reference: newReference(), acquirerToken, account: room.subject.account };
      assert.deepEqual(await room.connector.deleteStoredCard(ids), { outcome: 'deleted', existed: true });
      assert.deepEqual(await room.connector.deleteStoredCard(ids), { outcome: 'deleted', existed: false });
      const found = await room.connector.findStoredCard(ids);
      assert.equal(found.outcome, 'not_found');
      const sold = await sell(room, card, acquirerToken);
      assert.ok(['invalid_request', 'declined'].includes(sold.outcome), JSON.stringify(sold));
    });

    test('a token that was never made pays nothing', async (t) => {
      if (!promised()) return t.skip(NOT_PROMISED);
      const sold = await sell(room, goodCard(), new Secret('00000000-0000-4000-8000-000000000000'));
      assert.ok(['invalid_request', 'declined'].includes(sold.outcome), JSON.stringify(sold));
    });

    test('a card whose answer was lost is found by our reference', async (t) => {
      if (room.can('VISA').storedCards !== 'by_reference') return t.skip(NOT_PROMISED);
      const reference = newReference();
      const { account } = room.subject;
      const { card } = room.attempt(lifeCycleCard('604'));
      assert.equal((await room.connector.storeCard({ reference, account, card })).outcome, 'unknown');
      const found = await room.connector.findStoredCard({ reference, acquirerToken: undefined, account });
      assert.equal(found.outcome, 'found');
      const other = { reference: newReference(), acquirerToken: undefined, account };
      assert.equal((await room.connector.findStoredCard(other)).outcome, 'not_found');
    });
  });

  inRoom('stored cards on the wire', open, (room) => {
    const faults = [
      ['connection_reset_after', ['unknown']],
      ['error_after', ['unknown']],
      ['html_before', ['unknown']],
      ['truncated', ['unknown']],
      ['unauthorized', ['not_sent', 'invalid_request']],
      ['too_many_requests', ['not_sent', 'invalid_request']],
    ] as const;
    for (const [fault, outcomes] of faults) {
      test(`what a connector may say: ${fault}`, async (t) => {
        const { wireFaults } = room.subject;
        if (room.can('VISA').storedCards === 'none' || !wireFaults) return t.skip(NOT_PROMISED);
        await wireFaults.force('tokenize', fault, ALWAYS);
        const { outcome } = await store(room, goodCard());
        assert.ok((outcomes as readonly string[]).includes(outcome), outcome);
        await wireFaults.clear();
        await kept(room, goodCard());
      });
    }
  });
}

function store(room: Room, card: PlainCard) {
  const { account } = room.subject;
  return room.connector.storeCard({ reference: newReference(), account, card: room.attempt(card).card });
}

async function kept(room: Room, card: PlainCard): Promise<Secret> {
  const stored = await store(room, card);
  assert.ok(stored.outcome === 'stored', JSON.stringify(stored));
  assert.ok(stored.acquirerToken instanceof Secret);
  return stored.acquirerToken;
}

function sell(room: Room, plain: PlainCard, acquirerToken: Secret) {
  const attempt = room.attempt(plain);
  const { number: _, ...typed } = attempt.card;
  const mask = `${plain.number.slice(0, 6)}${'*'.repeat(plain.number.length - 10)}${plain.number.slice(-4)}`;
  const card: TokenCard = { ...typed, cvv: undefined, acquirerToken, mask };
  return room.connector.authorize({ ...attempt, card, cardOnFile: USED });
}
