import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Health } from '../../../src/panel/health/schema.ts';
import { saleCall } from '../../support/sale-calls.ts';
import { saleOf } from '../../support/sales.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { type Browser, browserOf, OPERATOR, okJson } from './panel-client.ts';

onSqliteByDay('GET /painel/api/health', {}, (service) => {
  let operator: Browser;
  before(async () => {
    operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
  });
  const health = async () => okJson<Health>(await operator.call('GET', '/health'));

  test('lists the one instance with its version, as the one that answered', async () => {
    const { instances, checks } = await health();
    assert.equal(instances.length, 1);
    const [instance] = instances;
    assert.ok(instance?.own && instance.alive);
    assert.match(instance.version ?? '', /^\d+\.\d+\.\d+$/);
    assert.ok((instance.host ?? '') !== '');
    assert.equal(checks.find(({ key }) => key === 'instances')?.state, 'good');
  });

  test('lists every check, with a result for database and clock', async () => {
    const { checks } = await health();
    assert.deepEqual(
      checks.map(({ key }) => key),
      ['instances', 'database', 'jobs', 'acquirers', 'recovery', 'postbacks', 'backup', 'disk', 'clock'],
    );
    const text = (key: string) => checks.find((check) => check.key === key)?.text ?? '';
    assert.match(text('database'), /^(SQLite|PostgreSQL) \d+\.\d+.*responde em \d+ ms/);
    assert.match(text('disk'), /livres de/);
    assert.equal(checks.find(({ key }) => key === 'clock')?.state, 'good');
  });

  test('shows the last run of the leased jobs', async () => {
    const recovery = await until('recovery has run', async () =>
      (await health()).jobs.find(({ name }) => name === 'recovery'),
    );
    assert.equal(recovery.state, 'good');
    assert.equal(recovery.error, null);
    assert.ok(recovery.durationMs >= 0 && recovery.title !== 'recovery');
  });

  test('counts the sales of an acquirer, and those that were answered', async () => {
    await service.send(saleCall(saleOf()));
    const { acquirers } = await health();
    const [rede] = acquirers;
    assert.equal(rede?.provider, 'REDE');
    assert.equal(rede.state, 'good');
    assert.ok(rede.sales >= 1 && rede.answered === rede.sales);
  });
});
