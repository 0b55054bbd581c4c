import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateHost, isPublicAddress } from './network-addresses.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2804:14d::1',
  '2a00:1450:4001:81b::200e',
];

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'shared by carriers': ['100.64.0.1', '100.127.255.255'],
  link: ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0'],
  'IPv4 mapped or compatible': [
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::ffff:0:8.8.8.8',
  ],
  NAT64: ['64:ff9b::808:808', '64:ff9b::a00:1', '64:ff9b:1::1'],
  tunnels: ['2002:7f00:1::1', '2001::1', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '2001:2::1'],
  'protocols and discard': ['192.0.0.8', '192.175.48.1', '100::1', '5f00::1'],
  'multicast, reserved, broadcast': ['224.0.0.1', '240.0.0.1', '255.255.255.255', 'ff02::1', '4000::1'],
  'no address': ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '8.8.8.8:80', '010.0.0.1'],
};

test('public unicast addresses are public', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
});

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
  test(`not public: ${kind}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

test('recognizes a private host in any notation, and names of this machine', () => {
  const hosts = (urls: readonly string[]) => urls.map((url) => new URL(url).hostname);
  for (const host of hosts([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://017700000001',
    'http://0xA9.0xFE.0xA9.0xFE',
    'http://169.254.43518',
    'http://①②⑦.0.0.1',
    'http://127.0.0.1.',
    'http://[::1]',
    'http://[0:0:0:0:0:ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://localhost',
    'http://LOCALHOST.',
    'http://a.localhost',
  ])) {
    assert.equal(isPrivateHost(host), true, host);
  }
  for (const host of hosts([
    'http://loja.example',
    'http://8.8.8.8',
    'http://134744072',
    'http://[2606:4700::1111]',
  ])) {
    assert.equal(isPrivateHost(host), false, host);
  }
});
