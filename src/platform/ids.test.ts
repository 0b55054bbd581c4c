import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { referenceMaker, uuidMaker } from './ids.ts';

describe('references', () => {
  test('have 16 characters of the alphabet that every acquirer takes', () => {
    const make = referenceMaker({ now: () => Date.UTC(2026, 0, 1), nonce: 7 });
    for (let index = 0; index < 1000; index += 1) assert.match(make(), /^[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  test('are never equal within a process, nor in two that started at the same moment', () => {
    const now = () => 0;
    const one = referenceMaker({ now, nonce: 1 });
    const other = referenceMaker({ now, nonce: 2 });
    const seen = new Set(Array.from({ length: 20_000 }, () => [one(), other()]).flat());
    assert.equal(seen.size, 40_000);
  });

  test('are seconds, nonce and counter in base 32, eighty bits in all', () => {
    const make = referenceMaker({ now: () => 0xfedcba98 * 1000, nonce: 0x765432 });
    make();
    // 0xfedcba98_765432_000002 in groups of five bits.
    assert.equal(make(), 'ZVEBN63PAGS00002');
  });

  test('sort by the second in which they were made', () => {
    let now = Date.UTC(2026, 0, 1);
    const make = referenceMaker({ now: () => now, nonce: 2 ** 24 - 1 });
    const before = make();
    now += 1000;
    assert.ok(make() > before);
  });
});

describe('UUIDs', () => {
  const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('sort as they were made, also within a millisecond and when the clock goes back', () => {
    const times = [5000, 5000, 4000, ...Array.from({ length: 10_000 }, () => 5000), 5001, 9000];
    const clock = times[Symbol.iterator]();
    const make = uuidMaker(() => clock.next().value ?? 0);
    const made = times.map(() => make());
    assert.deepEqual(made.toSorted(), made);
    assert.equal(new Set(made).size, made.length);
    for (const uuid of made) assert.match(uuid, FORM);
  });

  test('begin with the time in milliseconds', () => {
    const uuid = uuidMaker(() => 0x018bcfe56801)();
    assert.equal(uuid.slice(0, 13), '018bcfe5-6801');
  });
});
