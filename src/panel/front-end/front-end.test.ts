import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Fastify from 'fastify';
import { registerFrontEnd } from './front-end.ts';

test('a panel that was not built says how to build it, and is served as soon as it is built', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-front-end-'));
  t.after(() => rm(folder, { recursive: true }));
  const app = Fastify();
  t.after(() => app.close());
  registerFrontEnd(app, folder);
  for (const url of ['/painel', '/painel/vendas']) {
    const { statusCode, body } = await app.inject({ url });
    assert.equal(statusCode, 503);
    assert.match(body, /O painel não foi construído/);
    assert.match(body, /Rode npm ci na pasta do serviço, sem --omit=dev nem --ignore-scripts/);
  }

  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'panel.js'), 'export {};');
  await writeFile(join(folder, 'index.html'), '<script nonce="%CSP_NONCE%"></script>');
  const { statusCode, body, headers } = await app.inject({ url: '/painel' });
  assert.equal(statusCode, 200);
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
  assert.ok(String(headers['content-security-policy']).includes(`'nonce-${nonce}'`));
});
