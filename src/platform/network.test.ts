import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/support/property.ts';
import { blockOf, networkOf } from './network.ts';

test('an IPv4 address stands for itself, also written as IPv6', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
});

test('of an IPv6 address the first 64 bits count, however it is written', () => {
  for (const address of [
    '2001:db8::1',
    '2001:DB8:0:0:1:2:3:4',
    '2001:0db8:0000:0000::9',
    '2001:db8::1%eth0',
  ]) {
    assert.equal(networkOf(address), '2001:db8:0:0::/64');
  }
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('2001:db8:0:1::'), '2001:db8:0:1::/64');
});

test('the block of an address is the /24, of an IPv6 one the /48', () => {
  assert.equal(blockOf('192.0.2.77'), '192.0.2.0/24');
  assert.equal(blockOf('::ffff:192.0.2.1'), '192.0.2.0/24');
  assert.equal(blockOf('2001:db8:7:1::9'), '2001:db8:7::/48');
  assert.equal(blockOf('2001:DB8:7:ffff:1:2:3:4%eth0'), '2001:db8:7::/48');
  assert.equal(blockOf('::1'), '0:0:0::/48');
  assert.equal(blockOf('unknown'), 'unknown');
});

test('two addresses of one network are one, of two networks two', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const half = fc.tuple(group, group, group, group);
  const written = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':');
  fc.assert(
    fc.property(half, half, half, half, (network, other, host, otherHost) => {
      const first = networkOf(`${written(network)}:${written(host)}`);
      assert.equal(networkOf(`${written(network)}:${written(otherHost)}`), first);
      const isSame = written(network) === written(other);
      assert.equal(networkOf(`${written(other)}:${written(host)}`) === first, isSame);
    }),
  );
});
