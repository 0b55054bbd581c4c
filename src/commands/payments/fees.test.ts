import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADD, openTestLine } from '../test-line.ts';

test('fees are set from a file, by versions, and shown; a wrong table is refused with its place', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const file = join(line.config.dataDir, 'fees.json');
  const set = (from: string) =>
    line.run(['fees', 'set', '--person', String(id), '--provider', 'rede', '--from', from, '--file', file]);
  await writeFile(file, '{"credit": {"VISA": {"1": {"percent": 2.5}}}}');
  const wrong = await set('2026-01-01');
  assert.equal(wrong.code, 2);
  assert.match(wrong.error, /A tabela não serve: credit\.VISA\.1\.percent: é um texto como "2\.50"/);
  await writeFile(file, '{"credit": {"VISA": {"1": {"percent": "2.50"}}}}');
  assert.equal((await set('2026-01-01')).code, 0);
  assert.equal((await set('2026-03-01')).code, 0);
  assert.equal((await set('2026-03-01')).code, 0);
  const { fees } = await line.json(['fees', 'show', '--person', String(id)]);
  const table = { credit: { VISA: { '1': { percent: '2.50' } } } };
  assert.deepEqual(fees, [
    { provider: 'REDE', from: '2026-03-01', table },
    { provider: 'REDE', from: '2026-01-01', table },
  ]);
  const shown = await line.run(['fees', 'show', '--person', String(id), '--provider', 'CIELO']);
  assert.match(shown.out, /Nenhuma taxa foi dita/);
});
