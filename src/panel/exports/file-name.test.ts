import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportFileName, lastDayOf } from './file-name.ts';

test('the name of a file says the shop and the period', () => {
  const TODAY = '2026-11-26';
  const named = (shop: string | undefined, from?: string, to?: string) =>
    exportFileName(shop, { from, to }, TODAY);
  assert.equal(
    named('Doces da Ana & Cia. Ltda', '2026-10-01', '2026-10-31'),
    'vendas-doces-da-ana-cia-ltda-2026-10',
  );
  assert.equal(named('Pão', '2026-02-01', '2026-02-28'), 'vendas-pao-2026-02');
  assert.equal(named('Pão', '2026-10-01', '2026-10-30'), 'vendas-pao-2026-10-01-a-2026-10-30');
  assert.equal(named('Pão', '2026-10-05'), 'vendas-pao-2026-10-05-a-2026-11-26');
  assert.equal(named(undefined), 'vendas-ate-2026-11-26');
  assert.equal(named('店'), 'vendas-ate-2026-11-26');
  assert.deepEqual(['2024-02', '2026-12'].map(lastDayOf), ['2024-02-29', '2026-12-31']);
});
