import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { testOrder, testTransaction } from '../test-sale.ts';
import { returnUrlOf } from './return-url.ts';
import { newResult, Status } from './transaction.ts';

const ID = '01900000-0000-7000-8000-000000000001';

function urlFor(returnUrl: string | undefined, referenceId?: string): string | undefined {
  return returnUrlOf(
    testTransaction({
      id: ID,
      ...(referenceId === undefined ? {} : { referenceId }),
      order: testOrder(returnUrl === undefined ? {} : { returnUrl }),
      result: newResult(Status.captured),
    }),
  );
}

const HINTS = `transactionId=${ID}&status=6`;

const CASES: readonly (readonly [string, string])[] = [
  ['https://shop.example', `https://shop.example/?${HINTS}`],
  ['https://shop.example/fim', `https://shop.example/fim?${HINTS}`],
  ['https://shop.example/fim?', `https://shop.example/fim?${HINTS}`],
  ['https://shop.example/fim?a=1', `https://shop.example/fim?a=1&${HINTS}`],
  // As written: a shop may sign its own query.
  ['https://shop.example/?b=%20x&a&b=2;3', `https://shop.example/?b=%20x&a&b=2;3&${HINTS}`],
  ['https://shop.example/?a=1#topo', `https://shop.example/?a=1&${HINTS}#topo`],
  ['https://shop.example/#/rota?x=1', `https://shop.example/?${HINTS}#/rota?x=1`],
  ['https://shop.example/?status=7&a=1&transactionId=x', `https://shop.example/?a=1&${HINTS}`],
  ['https://shop.example/?%73tatus=7&s+tatus=1', `https://shop.example/?s+tatus=1&${HINTS}`],
  ['https://shop.example/?STATUS=7&status[]=1', `https://shop.example/?STATUS=7&status[]=1&${HINTS}`],
  ['https://shop.example/?referenceId=stolen', `https://shop.example/?${HINTS}`],
  ['https://lojinha-é.example/ação?x=ç', `https://xn--lojinha--i1a.example/a%C3%A7%C3%A3o?x=%C3%A7&${HINTS}`],
  ['http://shop.example\\@evil.example/', `http://shop.example/@evil.example/?${HINTS}`],
  ['https://shop.example/a\r\nSet-Cookie: x=1', `https://shop.example/aSet-Cookie:%20x=1?${HINTS}`],
];

for (const [returnUrl, expected] of CASES) {
  test(`${JSON.stringify(returnUrl)} leads on with the hints`, () => {
    assert.equal(urlFor(returnUrl), expected);
  });
}

test('a sale without a returnUrl leads nowhere', () => {
  assert.equal(urlFor(undefined), undefined);
});

test('passes any reference whole, and no text can leave its parameter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (referenceId) => {
      const text = urlFor('https://shop.example/fim?a=1#topo', referenceId) ?? '';
      assert.match(text, /^[\x21-\x7e]+$/);
      const url = new URL(text);
      assert.equal(`${url.origin}${url.pathname}${url.hash}`, 'https://shop.example/fim#topo');
      assert.deepEqual(
        [...url.searchParams],
        [
          ['a', '1'],
          ['transactionId', ID],
          ['referenceId', referenceId],
          ['status', '6'],
        ],
      );
    }),
  );
});
