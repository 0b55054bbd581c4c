import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { hashRequest, isIdempotencyKey, type KeyedRequest } from './key.ts';

const LEFT_OUT = [['payment', 'card', 'cardInfo', 'cvv']];
const HMAC_KEY = Buffer.alloc(32, 7);
const sale = (over: object = {}, cardInfo: object = {}) => ({
  amount: 1000,
  ...over,
  payment: { card: { cardInfo: { number: '4235647728025682', ...cardInfo } } },
});
const hashed = (over: Partial<KeyedRequest> = {}, key = HMAC_KEY) =>
  hashRequest(key, { merchantId: 1, route: 'sale', key: 'k', content: sale(), ...over }, LEFT_OUT);

describe('a request with an idempotency key', () => {
  test('its id depends on merchant, route and key', () => {
    const ids = [
      hashed(),
      hashed({ merchantId: 2 }),
      hashed({ route: 'capture' }),
      hashed({ key: 'K' }),
      hashed({ key: 'k ' }),
      hashed({}, Buffer.alloc(32, 8)),
    ].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(hashed({ content: sale({ amount: 2 }) }).id, ids[0]);
  });

  test('its fingerprint depends on the request, whatever the order of members', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (content) => {
        const turned = Object.fromEntries(Object.entries(content).reverse());
        assert.equal(hashed({ content: turned }).fingerprint, hashed({ content }).fingerprint);
      }),
    );
    const different = [sale(), sale({ amount: 1001 }), sale({ amount: '1000' }), sale({}, { number: '4' })];
    assert.equal(new Set(different.map((content) => hashed({ content }).fingerprint)).size, different.length);
    assert.notEqual(hashed({ content: [1, 2] }).fingerprint, hashed({ content: [2, 1] }).fingerprint);
  });

  test('its fingerprint leaves the cvv out and takes a cardHash as text', () => {
    const plain = hashed().fingerprint;
    for (const cvv of ['123', '999', ''])
      assert.equal(hashed({ content: sale({}, { cvv }) }).fingerprint, plain);
    assert.notEqual(hashed({ content: sale({ cvv: '123' }) }).fingerprint, plain);
    const [one, other] = ['a', 'b'].map(
      (cardHash) => hashed({ content: sale({}, { cardHash }) }).fingerprint,
    );
    assert.notEqual(one, other);
  });

  test('its fingerprint is that of the version before, which did not read the e-mail of a customer', () => {
    const customer = { name: 'Ana' };
    assert.equal(
      hashed({ content: sale({ customer: { ...customer, email: 'ana@example.com' } }) }).fingerprint,
      hashed({ content: sale({ customer }) }).fingerprint,
    );
  });

  test('its hashes reveal nothing of the card', () => {
    const { id, fingerprint } = hashed();
    assert.match(id, /^[\w-]{43}$/);
    assert.match(fingerprint, /^[\w-]{43}$/);
  });
});

test('a key has 1 to 255 characters', () => {
  assert.deepEqual(['', 'k', 'k'.repeat(255), 'k'.repeat(256)].map(isIdempotencyKey), [
    false,
    true,
    true,
    false,
  ]);
});
