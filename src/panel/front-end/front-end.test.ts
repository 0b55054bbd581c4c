import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

test('a browser that installs the panel finds its manifest and icons by their own types, and no other file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-front-end-'));
  t.after(() => rm(folder, { recursive: true }));
  const app = Fastify();
  t.after(() => app.close());
  for (const name of ['assets', 'icons']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'index.html'), '');
  const files = join(import.meta.dirname, '../../../web/panel/public');
  for (const name of ['app.webmanifest', 'icons/192.png'])
    await copyFile(join(files, name), join(folder, name));
  registerFrontEnd(app, folder);
  const manifest = await app.inject({ url: '/painel/app.webmanifest' });
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/);
  const { icons, start_url: start } = manifest.json() as { icons: { src: string }[]; start_url: string };
  assert.equal(start, '/painel/inicio');
  for (const { src } of icons) assert.ok(existsSync(join(files, src.replace('/painel/', ''))), src);
  const icon = await app.inject({ url: '/painel/icons/192.png' });
  assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, 'image/png']);
  const page = await app.inject({ url: '/painel/icons/other.png' });
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['content-security-policy']), /manifest-src 'self'/);
});
