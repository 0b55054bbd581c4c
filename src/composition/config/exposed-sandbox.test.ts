import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposedBy } from './exposed-sandbox.ts';

const sandbox = { mode: 'sandbox', host: '127.0.0.1', publicUrl: undefined } as const;

test('a sandbox that only its own machine reaches is not exposed', () => {
  for (const host of ['127.0.0.1', '127.9.8.7', '::1', 'localhost', 'LOCALHOST']) {
    assert.deepEqual(exposedBy({ ...sandbox, host }), [], host);
  }
  for (const publicUrl of [
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://guiche.localhost',
  ]) {
    assert.deepEqual(exposedBy({ ...sandbox, publicUrl }), [], publicUrl);
  }
});

test('a sandbox that others may reach is told by the settings that let them', () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.7', 'guiche.example', '127.example', 'notlocalhost']) {
    assert.deepEqual(exposedBy({ ...sandbox, host }), [`GUICHE_HOST=${host}`], host);
  }
  const publicUrl = 'https://teste.loja.example';
  assert.deepEqual(exposedBy({ ...sandbox, publicUrl }), [`GUICHE_PUBLIC_URL=${publicUrl}`]);
  assert.deepEqual(exposedBy({ ...sandbox, host: '::', publicUrl }), [
    'GUICHE_HOST=::',
    `GUICHE_PUBLIC_URL=${publicUrl}`,
  ]);
});

test('production is made to be reached', () => {
  assert.deepEqual(
    exposedBy({ mode: 'production', host: '0.0.0.0', publicUrl: 'https://pagar.loja.example' }),
    [],
  );
});
