import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { arrayLiteral } from './array-literal.ts';

const TEXT_ARRAY_OID = 1009;

describe("PostgreSQL's text form of an array", () => {
  test('is read back as it was', () => {
    const values = [
      '',
      'a',
      'NULL',
      'null',
      '{a,b}',
      'a "b" \\ c',
      '\\',
      "it's",
      ' spaces ',
      'ção\n\t',
      null,
    ];
    const read = pg.types.getTypeParser(TEXT_ARRAY_OID as never) as (text: string) => unknown;
    assert.deepEqual(read(arrayLiteral(values)), values);
  });

  test('has numbers, and NULL for what is absent', () => {
    assert.equal(
      arrayLiteral([1, undefined, -2, null, 9_007_199_254_740_991]),
      '{1,NULL,-2,NULL,9007199254740991}',
    );
    assert.equal(arrayLiteral([]), '{}');
  });
});
