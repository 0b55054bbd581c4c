import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BRANDS, lifeCycleCard, type PlainCard, refusedCard, refusedCards } from './cards.ts';
import { isRefusedAs } from './issuer-tests.ts';
import { goodCard, inRoom, NOT_SUPPORTED, type Room } from './room.ts';
import type { OpenSubject } from './subject.ts';

/** Zero-amount checks of a card. */
export function cardCheckTests(open: OpenSubject): void {
  inRoom('card checks', open, (room) => {
    for (const brand of BRANDS) {
      test(`a valid card passes, and one without funds does not: ${brand}`, async () => {
        const good = await check(room, goodCard(brand));
        if (!room.can(brand).zeroAmount) return assert.deepEqual(good, { outcome: 'not_supported' });
        assert.ok(good.outcome === 'approved', JSON.stringify(good));
        assert.equal(good.captured, false);
        assert.equal(good.answer.seen?.amount ?? 0, 0);
        isRefusedAs(...(await refusal(room, refusedCard('051', brand))));
      });
    }

    test('every refusal is reported as for a sale', async () => {
      if (!room.can('VISA').zeroAmount) return;
      const visas = refusedCards.filter(({ brand }) => brand === 'VISA');
      for (const card of visas) isRefusedAs(...(await refusal(room, card)));
    });

    test('624: a passed check does not guarantee the sale', async (t) => {
      const card = lifeCycleCard('624');
      const checked = await check(room, card);
      if (!room.can('VISA').zeroAmount) return t.skip(NOT_SUPPORTED);
      assert.equal(checked.outcome, 'approved', JSON.stringify(checked));
      const { outcome } = await room.sell(card, 'credit');
      isRefusedAs(refusedCard('051', 'VISA'), outcome);
    });

    test('nothing is sent where it is not supported', async (t) => {
      if (room.can('VISA').zeroAmount) return t.skip(NOT_SUPPORTED);
      const before = await room.subject.received();
      await check(room, goodCard());
      assert.equal(await room.subject.received(), before);
    });
  });
}

function check(room: Room, card: PlainCard) {
  return room.connector.verifyCard(room.attempt(card).card, room.subject.account);
}

async function refusal(room: Room, card: ReturnType<typeof refusedCard>) {
  const outcome = await check(room, card);
  assert.ok(outcome.outcome !== 'not_supported');
  return [card, outcome] as const;
}
