import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decidedClasses, meaningOfState } from './sqlstates.ts';

/** PostgreSQL's appendix A. */
const CLASSES =
  '00 01 02 03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX';

const DECIDED: Readonly<Record<string, string>> = {
  unavailable: '08006 08P01 28P01 28000 3D000 53100 53300 57P01 57P02 57P03 57P05 25P03 25P04 58030 F0000',
  again: '40001 40P01 40000 57014 55P03 55006 72000',
  commit_unknown: '40003',
  read_only: '25006',
  setup: '42501 3F000',
  unwritten: '22012',
  not_prepared: '26000 42P05 0A000',
  consequence: '25P02',
  bug: '23505 23502 22P05 42601 42P01 42703 40002 25001 55000 P0001 XX000 ZZ999',
};

test('every class of SQLSTATE is decided', () => {
  assert.deepEqual([...decidedClasses].toSorted(), CLASSES.split(' ').toSorted());
});

for (const [meaning, codes] of Object.entries(DECIDED)) {
  test(`${codes}: ${meaning}`, () => {
    for (const code of codes.split(' ')) assert.equal(meaningOfState(code), meaning, code);
  });
}

test('what is no SQLSTATE has no meaning here', () => {
  for (const code of ['', 'ECONNREFUSED', '5701', '570144', '57p01'])
    assert.equal(meaningOfState(code), undefined);
});
