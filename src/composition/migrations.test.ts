import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from './migrations.ts';

/** Of the time when rooms numbered their migrations. Databases remember these names, so that they stay as they are. */
const NUMBERED = 121;
const NUMBERS_USED_TWICE = [
  ...['0023', '0200', '0521', '0570', '0571', '0583', '0596', '0599', '0910', '0911', '0912', '0990'],
];

test('a migration is named by its day: no new one has a number, which another room may use too', () => {
  const names = Object.keys(MIGRATIONS);
  const numbered = names.filter((name) => /^\d{4}-(?!\d{2}-\d{2}-)/.test(name));
  const dated = names.filter((name) => /^20\d{2}-[01]\d-[0-3]\d-[a-z]/.test(name));
  assert.equal(numbered.length + dated.length, names.length);
  assert.equal(numbered.length, NUMBERED, numbered.join(' '));
  const numbers = Map.groupBy(numbered, (name) => name.slice(0, 4));
  const twice = [...numbers].filter(([, ofNumber]) => ofNumber.length > 1).map(([number]) => number);
  assert.deepEqual(twice.toSorted(), NUMBERS_USED_TWICE);
});
