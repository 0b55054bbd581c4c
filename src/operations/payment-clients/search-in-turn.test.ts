import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSearchInTurn } from './search-in-turn.ts';

const FLOODER = 1;
const NEIGHBOUR = 2;

test('between two searches the event loop serves everything else, and persons take turns', async () => {
  const searchInTurn = createSearchInTurn();
  const done: string[] = [];
  const flood = Array.from({ length: 10 }, (_, index) =>
    searchInTurn(FLOODER, () => done.push(`flooder ${index}`)),
  );
  const neighbour = searchInTurn(NEIGHBOUR, () => done.push('neighbour'));
  for (let rounds = 1; done.length < flood.length + 1; rounds += 1) {
    assert.ok(done.length <= rounds, `${done.length} searches after ${rounds} rounds`);
    await setImmediate();
  }
  await Promise.all([...flood, neighbour]);
  assert.ok(done.indexOf('neighbour') <= 2, done.join());
});
