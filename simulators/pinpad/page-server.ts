import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { Key, ShownPad } from './pad.ts';

const BODY_LIMIT_BYTES = 1_024;
const KEYS: ReadonlySet<string> = new Set<Key>([
  'credit',
  'debit',
  'approve',
  'refuse',
  'cancel',
  'silence',
  'start',
  'pair-again',
]);
const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/pinpad.css', 'pinpad.css', 'text/css; charset=utf-8'],
  ['/pinpad.js', 'pinpad.js', 'text/javascript; charset=utf-8'],
] as const;
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:";

/** Serves the pin pad as a page, on this machine only. */
export async function servePage(
  pad: ShownPad,
  port: number,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  app.addHook('onRequest', async ({ headers, method }, reply) => {
    const host = (headers.host ?? '').replace(/:\d+$/, '');
    const site = headers['sec-fetch-site'] ?? 'same-origin';
    const foreign = method !== 'GET' && site !== 'same-origin';
    // Pages of other sites must not press keys here, whatever host name they use for this machine.
    if (foreign || !['localhost', '127.0.0.1'].includes(host))
      return reply.code(403).send({ message: 'Proibido' });
    reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-store');
  });
  for (const [path, file, type] of FILES) {
    const content = readFileSync(join(import.meta.dirname, 'page', file));
    app.get(path, async (_request, reply) => reply.type(type).send(content));
  }
  app.get('/screens', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const send = () => reply.raw.write(`data: ${JSON.stringify(pad.screen)}\n\n`);
    send();
    const unwatch = pad.watch(send);
    request.raw.once('close', unwatch);
  });
  app.post('/keys', async (request, reply) => {
    const { key, id } = (request.body ?? {}) as { key?: unknown; id?: unknown };
    if (typeof key !== 'string' || !KEYS.has(key))
      return reply.code(400).send({ message: 'Tecla desconhecida' });
    pad.press(key as Key, typeof id === 'number' ? id : undefined);
    return reply.code(204).send();
  });
  await app.listen({ port, host: '127.0.0.1' });
  const address = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { address, close: () => app.close() };
}
