import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces, type PlaceLane, type PlaceOf, type Places } from './places.ts';

function takeAll(places: Places, to: PlaceOf, lane: PlaceLane): (() => void)[] {
  const taken: (() => void)[] = [];
  for (let free = places.take(to, lane); free; free = places.take(to, lane)) taken.push(free);
  return taken;
}

test('an account whose bank hangs holds its own places, and what the bank names finds one all the same', () => {
  const places = createPlaces();
  const hung = { accountId: 1, provider: 'ITAU' };
  assert.equal(takeAll(places, hung, 'poll').length, 8);
  assert.equal(places.leftOf(1, 'poll'), 0);
  assert.equal(places.leftOf(1, 'named'), 4);
  assert.equal(takeAll(places, hung, 'named').length, 4);
  assert.equal(takeAll(places, { accountId: 2, provider: 'ITAU' }, 'poll').length, 8);
});

test('a bank that hangs for all of its accounts leaves places to others', () => {
  const places = createPlaces();
  const counts = Array.from(
    { length: 10 },
    (_, accountId) => takeAll(places, { accountId, provider: 'ITAU' }, 'poll').length,
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    32,
  );
  assert.equal(takeAll(places, { accountId: 99, provider: 'C6BANK' }, 'poll').length, 8);
});

test('a place that is given back, even twice, is free once', () => {
  const places = createPlaces();
  const to = { accountId: 1, provider: 'BB' };
  const [first] = takeAll(places, to, 'poll');
  first?.();
  first?.();
  assert.equal(takeAll(places, to, 'poll').length, 1);
});
