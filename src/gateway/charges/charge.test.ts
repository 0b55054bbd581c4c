import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AwaitedCharge,
  lateLookAgain,
  maskedDocument,
  nextLateLook,
  nextLook,
  oldestFirst,
} from './charge.ts';

const MADE_AT = 1_000_000;
const HOUR = 60 * 60_000;

test('an open charge is looked at after 5, 15, 30 and 60 s, then each minute, and at its expiry', () => {
  const charge = { createdAt: MADE_AT, expiresAt: MADE_AT + HOUR };
  const looks = [0, 1, 2, 3].map(
    (count) => nextLook({ ...charge, looks: count }, MADE_AT + count, 1) - MADE_AT,
  );
  assert.deepEqual(looks, [5_000, 15_000, 30_000, 60_000]);
  const now = MADE_AT + 10 * 60_000;
  assert.equal(nextLook({ ...charge, looks: 40 }, now, 1), now + 60_000);
  const near = charge.expiresAt - 20_000;
  assert.equal(nextLook({ ...charge, looks: 90 }, near, 1), charge.expiresAt);
  assert.equal(nextLook({ ...charge, looks: 91 }, charge.expiresAt, 1), charge.expiresAt + 60_000);
});

test('the time scale divides the looks and never the expiry', () => {
  const charge = { createdAt: MADE_AT, expiresAt: MADE_AT + HOUR, looks: 0 };
  assert.equal(nextLook(charge, MADE_AT, 10), MADE_AT + 500);
  assert.equal(nextLook({ ...charge, looks: 9 }, charge.expiresAt - 1_000, 10), charge.expiresAt);
});

test('a charge that is over is looked at twice more', () => {
  assert.deepEqual(
    [0, 10 * 60_000, 2 * HOUR].map((now) => nextLateLook(0, now, 1)),
    [10 * 60_000, 2 * HOUR, undefined],
  );
});

test('a look in between, which a notice caused, takes none of the two away', () => {
  assert.equal(nextLateLook(MADE_AT, MADE_AT + 1_000, 1), MADE_AT + 10 * 60_000);
  assert.equal(nextLateLook(MADE_AT, MADE_AT + HOUR, 1), MADE_AT + 2 * HOUR);
});

test('where the bank did not answer, a charge that is over is looked at again, ever less often', () => {
  assert.deepEqual(
    [0, HOUR, 700 * HOUR].map((afterMs) => (lateLookAgain(0, afterMs, 1) ?? Number.NaN) - afterMs),
    [60_000, HOUR / 8, HOUR],
  );
  assert.equal(lateLookAgain(0, 1_000 * HOUR, 1), undefined, 'after a month no more');
  assert.equal(lateLookAgain(HOUR, 0, 10), 6_000, 'a clock that was set back');
});

test('codes are told in the order in which they were made, also those of one moment', () => {
  const made = (reference: string, known: Partial<AwaitedCharge>) =>
    ({
      reference,
      createdAt: MADE_AT,
      expiresAt: MADE_AT + HOUR,
      code: undefined,
      ...known,
    }) as AwaitedCharge;
  const ordered = [
    made('z', {}),
    made('a', { code: 'answered' }),
    made('y', { expiresAt: MADE_AT + HOUR + 1 }),
    made('b', { createdAt: MADE_AT + 1, expiresAt: MADE_AT }),
  ];
  assert.deepEqual(oldestFirst(ordered.toReversed()), ordered);
});

test('of a CPF only the middle is kept, a CNPJ is public, and anything else is not kept', () => {
  assert.equal(maskedDocument('111.444.777-35'), '***444777**');
  assert.equal(maskedDocument('***444777**'), '***444777**');
  assert.equal(maskedDocument('12.ABC.345/01DE-35'), '12ABC34501DE35');
  for (const text of [undefined, '', '123', '4235647728025682'])
    assert.equal(maskedDocument(text), undefined);
});
