import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MIGRATIONS } from '../../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../../support/databases.ts';
import { answered, assertMessage, DEMO_KEY, type Members, post } from '../../support/operations-client.ts';
import { serviceAt } from '../../support/service.ts';
import { openLink, type SeverableLink } from '../../support/severable-link.ts';
import { until } from '../../support/waiting.ts';
import { CALLS, giveDemoSeller } from './calls.ts';

// SQLite is part of the process and cannot become unreachable.
describe('Operations while the database is away (postgres)', () => {
  let place: DatabasePlace;
  let link: SeverableLink;
  let clienteId: unknown;
  const service = serviceAt(async () => ({ ...place, url: link.url }));
  before(async () => {
    place = await newDatabasePlace('postgres', MIGRATIONS);
    link = await openLink(place.url ?? '');
    await service.start();
    clienteId = await giveDemoSeller(service);
    await link.sever();
  });
  after(async () => {
    await link.restore();
    await service.stop();
    await link.sever();
    await place.remove();
  });

  for (const { path, body, key } of CALLS) {
    test(`${path} is 503 with Retry-After, readable for browsers`, async () => {
      const answer = await service.send({
        method: 'POST',
        path: key === 'none' ? path : `${path}?key=${DEMO_KEY}&clienteId=${clienteId}`,
        headers: { 'Content-Type': 'application/json', Origin: 'https://loja.example' },
        body: JSON.stringify(body),
      });
      assertMessage(answer, 503, /./);
      assert.ok(Number(answer.headers['retry-after']) >= 1);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
    });
  }

  test('once it is back everything works, and no refused request was stored', async () => {
    await link.restore();
    await until('ready', async () => (await service.send({ path: '/health/ready' })).status === 200);
    const list = async (path: string, member: string) =>
      answered(await post(service, path, {}, DEMO_KEY))[member] as Members[];
    assert.equal((await list('/Produto/GetByPessoaId', 'produtos')).length, 1);
    assert.equal((await list('/Terminal/GetByPessoaId', 'terminais')).length, 1);
    assert.equal((await list('/Cliente/GetByPessoaId', 'clientes')).length, 1);
  });
});
