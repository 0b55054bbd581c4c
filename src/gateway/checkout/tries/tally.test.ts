import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldBy, heldInTurn, tryOrigin } from './tally.ts';

const MERCHANT = 7;
const NOTHING = { networks: new Map(), blocks: new Map(), merchants: new Map() };

const inTurn = (addresses: readonly string[], merchantId = MERCHANT) =>
  heldInTurn(
    addresses.map((address) => tryOrigin(address, merchantId)),
    NOTHING,
  );
const times = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => address(index));

test('an address has twenty attempts, and its neighbours their own', () => {
  const held = inTurn([...times(21, () => '203.0.113.1'), '203.0.113.2']);
  assert.deepEqual(held.slice(19), [undefined, 'address', undefined]);
  const ofSixth = inTurn([
    ...times(21, (index) => `2001:db8:0:1::${index.toString(16)}`),
    '2001:db8:0:2::1',
    '::ffff:203.0.113.1',
  ]);
  assert.deepEqual(ofSixth.slice(19), [undefined, 'address', undefined, undefined]);
});

test('the networks of one IPv6 block have a hundred attempts together, and no other block is concerned', () => {
  const held = inTurn([
    ...times(101, (index) => `2001:db8:0:${index.toString(16)}::1`),
    '2001:db8:1:0::1',
    '203.0.113.1',
  ]);
  assert.deepEqual(held.slice(99), [undefined, 'block', undefined, undefined]);
});

test('a merchant whose limit is reached still accepts one attempt from each address that has none, of IPv6 from each block', () => {
  const held = inTurn([
    ...times(300, (index) => `203.0.113.${index % 15}`),
    ...['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:0db8::3', '2001:db8:1:1::1'],
    ...['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.2'],
  ]);
  assert.ok(held.slice(0, 300).every((limit) => limit === undefined));
  assert.deepEqual(held.slice(300), [
    ...[undefined, 'merchant', 'merchant', undefined],
    ...[undefined, 'merchant', undefined],
  ]);
});

test('attempts of before count, and those of another merchant only for their address', () => {
  const counts = {
    networks: new Map([['203.0.113.1', 20]]),
    blocks: new Map([
      ['203.0.113.1', 20],
      ['203.0.113.2', 1],
    ]),
    merchants: new Map([[MERCHANT, 300]]),
  };
  const of = (address: string, merchantId: number) => heldBy(tryOrigin(address, merchantId), counts);
  assert.equal(of('203.0.113.1', MERCHANT), 'address');
  assert.equal(of('203.0.113.1', MERCHANT + 1), 'address');
  assert.equal(of('203.0.113.2', MERCHANT), 'merchant');
  assert.equal(of('203.0.113.2', MERCHANT + 1), undefined);
  assert.equal(of('203.0.113.3', MERCHANT), undefined);
});
