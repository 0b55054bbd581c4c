import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldPage } from './page/reply.ts';
import { takeTry } from './page/try-to-pay.ts';
import { createTryLimits, type HeldLimit } from './try-limits.ts';

const MERCHANT = 7;

test('a merchant whose limit is reached still accepts one attempt from each address that has none', () => {
  const limits = createTryLimits({ now: () => 0 });
  for (let network = 0; network < 300; network += 1) {
    const taken = limits.take(`2001:db8:0:${network.toString(16)}::1`, MERCHANT);
    assert.notEqual(typeof taken, 'string');
  }
  assert.equal(limits.take('2001:db8:0:0::2', MERCHANT), 'merchant');
  const taken = limits.take('203.0.113.1', MERCHANT);
  assert.ok(typeof taken === 'object');
  assert.equal(limits.take('203.0.113.1', MERCHANT), 'merchant');
  taken.release();
  assert.equal(typeof limits.take('203.0.113.1', MERCHANT), 'object');
});

test('while a merchant’s limit is reached, all networks of one IPv6 block together get one attempt', () => {
  const limits = createTryLimits({ now: () => 0 });
  for (let tries = 0; tries < 300; tries += 1) limits.take(`203.0.113.${tries % 15}`, MERCHANT);
  assert.equal(typeof limits.take('2001:db8:0:1::1', MERCHANT), 'object');
  assert.equal(limits.take('2001:db8:0:2::1', MERCHANT), 'merchant');
  assert.equal(limits.take('2001:0db8::3', MERCHANT), 'merchant');
  assert.equal(typeof limits.take('2001:db8:1:1::1', MERCHANT), 'object');
  assert.equal(typeof limits.take('198.51.100.1', MERCHANT), 'object');
  assert.equal(limits.take('::ffff:198.51.100.1', MERCHANT), 'merchant');
  assert.equal(typeof limits.take('198.51.100.2', MERCHANT), 'object');
});

test('an attempt whose buyer is at the bank counts until its transaction is approved', () => {
  const limits = createTryLimits({ now: () => 0 });
  for (let tries = 0; tries < 20; tries += 1) {
    const taken = limits.take('203.0.113.1', MERCHANT);
    assert.ok(typeof taken === 'object');
    limits.hold(`transaction ${tries}`, taken);
  }
  assert.equal(limits.take('203.0.113.1', MERCHANT), 'address');
  for (const id of ['transaction 4', 'transaction 4', 'of another page']) limits.approved(id);
  assert.equal(typeof limits.take('203.0.113.1', MERCHANT), 'object');
  assert.equal(limits.take('203.0.113.1', MERCHANT), 'address');
});

test('an attempt counts while it is in progress, and no longer once it is released', () => {
  const limits = createTryLimits({ now: () => 0 });
  const taken = Array.from({ length: 20 }, () => limits.take('203.0.113.1', MERCHANT));
  assert.equal(limits.take('203.0.113.1', MERCHANT), 'address');
  const [first] = taken;
  assert.ok(typeof first === 'object');
  first.release();
  assert.equal(typeof limits.take('203.0.113.1', MERCHANT), 'object');
  assert.equal(limits.take('203.0.113.1', MERCHANT), 'address');
});

test('an attempt beyond a limit is counted by the limit, and the page says what to do', () => {
  const limits = createTryLimits({ now: () => 0 });
  const held: HeldLimit[] = [];
  const options = { limits, onHeld: (limit: HeldLimit) => void held.push(limit) };
  for (let network = 1; network <= 15; network += 1) {
    for (let tries = 0; tries < 20; tries += 1) assert.ok(takeTry(options, `203.0.113.${network}`, MERCHANT));
  }
  assert.deepEqual(held, []);
  assert.equal(takeTry(options, '203.0.113.1', MERCHANT), undefined);
  assert.ok(takeTry(options, '198.51.100.1', MERCHANT));
  assert.equal(takeTry(options, '198.51.100.1', MERCHANT), undefined);
  assert.ok(takeTry(options, '198.51.100.1', MERCHANT + 1), 'another merchant is not concerned');
  assert.deepEqual(held, ['address', 'merchant']);
  const { title, body } = heldPage({
    name: 'Padaria',
    document: undefined,
    pictureUrl: undefined,
    colour: undefined,
    takesPayments: true,
  });
  assert.equal(title, 'Muitas tentativas');
  assert.match(body.text, /espere 30 minutos/);
  assert.match(body.text, /Nada foi cobrado/);
});
