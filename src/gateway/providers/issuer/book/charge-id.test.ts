import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/support/property.ts';
import { authorizationCode, chargeIds, receiptNumber } from './charge-id.ts';

test('ids have 20 digits, never repeat and always grow, whatever the clock does', () => {
  const clock = fc.array(fc.integer({ min: 1_760_000_000_000, max: 1_760_000_000_005 }), { maxLength: 50 });
  fc.assert(
    fc.property(clock, (times) => {
      let now = 1_760_000_000_000;
      const next = chargeIds(
        () => now,
        () => 0.9999,
      );
      let last = '';
      for (const time of times) {
        now = time;
        for (let count = 0; count < 300; count++) {
          const id = next();
          assert.match(id, /^\d{20}$/);
          assert.ok(id > last);
          last = id;
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('codes that follow from the id differ within a second', () => {
  const next = chargeIds(
    () => 1_760_000_000_123,
    () => 0.1234,
  );
  const ids = [next(), next()];
  assert.deepEqual(ids.map(authorizationCode), ['123000', '123001']);
  assert.deepEqual(ids.map(receiptNumber), ['001234000', '001234001']);
});
