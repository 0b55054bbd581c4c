import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { after, before, test } from 'node:test';
import { createDnsResolve, type Resolve, resolveLikeOthers } from './guarded-connect.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/** Addresses by name and type, as bytes. */
const RECORDS: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  'quatro.test': { [TYPE_A]: [198, 51, 100, 7] },
  'seis.test': { [TYPE_AAAA]: [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11] },
  'ambos.test': { [TYPE_A]: [8, 8, 8, 8], [TYPE_AAAA]: [0x2a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
};

let server: Socket;
let resolve: Resolve;
before(async () => {
  server = createSocket('udp4');
  server.on('message', (query, from) => server.send(answerTo(query), from.port, from.address));
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  const resolver = new Resolver({ timeout: 60_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  resolve = createDnsResolve(resolver);
});
after(() => server.close());

/** RFC 1035, section 4: the question comes back, with one record or none. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(HEADER_BYTES, at + 5);
  const known = RECORDS[labels.join('.').toLowerCase()];
  const bytes = known?.[type];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(bytes ? 1 : 0, 6);
  if (!bytes) return Buffer.concat([header, question]);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
  return Buffer.concat([header, question, record]);
}

test('resolves a name to its addresses of both kinds, whichever there are', async () => {
  assert.deepEqual(await resolve('quatro.test'), [{ address: '198.51.100.7', family: 4 }]);
  assert.deepEqual(await resolve('seis.test'), [{ address: '2606:4700::1111', family: 6 }]);
  assert.deepEqual(await resolve('ambos.test'), [
    { address: '8.8.8.8', family: 4 },
    { address: '2a00::1', family: 6 },
  ]);
});

test('reports a name that does not exist', async () => {
  await assert.rejects(resolve('nenhum.test'), { code: 'ENOTFOUND' });
});

test('names of this machine resolve in the sandbox only', async () => {
  await assert.rejects(resolve('localhost'), { code: 'ENOTFOUND' });
  const addresses = await resolveLikeOthers('localhost');
  assert.ok(addresses.length > 0);
});
