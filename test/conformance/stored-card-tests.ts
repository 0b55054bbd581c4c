import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardOnFile, TokenCard } from '../../src/gateway/providers/card-acquirer.ts';
import { Secret } from '../../src/platform/secret.ts';
import { newReference } from './attempts.ts';
import { BRANDS, lifeCycleCard, type PlainCard, refusedCard } from './cards.ts';
import { goodCard, inRoom, isRefusedUnsent, NOT_SUPPORTED, type Room } from './room.ts';
import type { OpenSubject } from './subject.ts';

const USED: CardOnFile = { use: 'used', reason: 'recurring' };
/** Enough for all retries of a connector. */
const ALWAYS = 5;

/** Cards stored by the acquirer, and sales by their tokens. */
export function storedCardTests(open: OpenSubject): void {
  inRoom('stored cards', open, (room) => {
    const isSupported = () => room.can('VISA').storedCards !== 'none';

    for (const brand of BRANDS) {
      test(`a stored card pays by its token, without a security code: ${brand}`, async (t) => {
        if (!isSupported()) return t.skip(NOT_SUPPORTED);
        const card = goodCard(brand);
        const token = await stored(room, card);
        const sold = await sell(room, card, token);
        assert.equal(sold.outcome, 'approved', JSON.stringify(sold));
      });
    }

    test('nothing is sent where it is not supported', async (t) => {
      if (isSupported()) return t.skip('supported');
      await isRefusedUnsent(room, () => store(room, goodCard()));
    });

    test('the issuer decides on a sale by token as on one by card', async (t) => {
      if (!isSupported()) return t.skip(NOT_SUPPORTED);
      const card = refusedCard('051', 'VISA');
      const sold = await sell(room, card, await stored(room, card));
      assert.ok(sold.outcome === 'declined', JSON.stringify(sold));
      assert.equal(sold.decline.code, '51');
    });

    test('a deleted card cannot pay, and deleting it again succeeds', async (t) => {
      if (!isSupported()) return t.skip(NOT_SUPPORTED);
      const card = goodCard();
      const acquirerToken = await stored(room, card);
      const ids = { reference: newReference(), acquirerToken, account: room.subject.account };
      const deleted = await room.connector.deleteStoredCard(ids);
      if (deleted.outcome === 'forgotten') return t.skip(NOT_SUPPORTED);
      assert.deepEqual(deleted, { outcome: 'deleted', existed: true });
      assert.deepEqual(await room.connector.deleteStoredCard(ids), { outcome: 'deleted', existed: false });
      const found = await room.connector.findStoredCard(ids);
      assert.equal(found.outcome, 'not_found');
      const sold = await sell(room, card, acquirerToken);
      assert.ok(['invalid_request', 'declined'].includes(sold.outcome), JSON.stringify(sold));
    });

    test('an unknown token cannot pay', async (t) => {
      if (!isSupported()) return t.skip(NOT_SUPPORTED);
      const sold = await sell(room, goodCard(), new Secret('00000000-0000-4000-8000-000000000000'));
      assert.ok(['invalid_request', 'declined'].includes(sold.outcome), JSON.stringify(sold));
    });

    test('a card whose answer was lost is found by our reference', async (t) => {
      if (room.can('VISA').storedCards !== 'by_reference') return t.skip(NOT_SUPPORTED);
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
      test(`allowed outcomes: ${fault}`, async (t) => {
        const { wireFaults } = room.subject;
        if (room.can('VISA').storedCards === 'none' || !wireFaults) return t.skip(NOT_SUPPORTED);
        await wireFaults.force('tokenize', fault, ALWAYS);
        const { outcome } = await store(room, goodCard());
        assert.ok((outcomes as readonly string[]).includes(outcome), outcome);
        await wireFaults.clear();
        await stored(room, goodCard());
      });
    }
  });
}

function store(room: Room, card: PlainCard) {
  const { account } = room.subject;
  return room.connector.storeCard({ reference: newReference(), account, card: room.attempt(card).card });
}

async function stored(room: Room, card: PlainCard): Promise<Secret> {
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
