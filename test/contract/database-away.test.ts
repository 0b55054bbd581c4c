import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { assertMessage, assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  basic,
  cardHashOf,
  DEMO_CHECKOUT,
  getAs,
  PUBLIC_KEY_PATH,
  type PublicKeyRecord,
  publicKeyFor,
  sell,
  sellByHash,
} from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { serviceAt } from '../support/service.ts';
import { openLink, type SeverableLink } from '../support/severable-link.ts';
import { until } from '../support/waiting.ts';

// The embedded database is part of the process and cannot be unavailable.
describe('While the database is unavailable (postgres)', () => {
  let place: DatabasePlace;
  let link: SeverableLink;
  let key: PublicKeyRecord;
  const service = serviceAt(async () => ({ ...place, url: link.url }));
  before(async () => {
    place = await newDatabasePlace('postgres', MIGRATIONS);
    link = await openLink(place.url ?? '');
    await service.start();
    key = await publicKeyFor(service);
    recordOf(await sell(service));
    await link.sever();
  });
  after(async () => {
    await link.restore();
    await service.stop();
    await link.sever();
    await place.remove();
  });

  const assertAway = (answer: HttpAnswer) => {
    assertRefused(answer, 503, 'unavailable');
    assert.ok(Number(answer.headers['retry-after']) >= 1);
  };

  test('a sale is 503 with Retry-After, with a clear card and with a cardHash', async () => {
    assertAway(await sell(service, { top: { referenceId: 'away' } }));
    assertAway(await sellByHash(service, cardHashOf(key)));
  });

  test('both queries are 503 with Retry-After', async () => {
    assertAway(await getAs(service, '/v1/transactions?referenceId=away'));
    assertAway(await getAs(service, '/v1/transactions/01a1fb48-530f-7b93-a606-3873370152ed'));
  });

  test('the public key is 503 with Retry-After, and browsers may read it', async () => {
    const answer = await getAs(service, PUBLIC_KEY_PATH, basic(DEMO_CHECKOUT));
    assertAway(answer);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  test('/health/live stays 200, /health/ready is 503', async () => {
    assert.equal((await service.send({ path: '/health/live' })).status, 200);
    assertMessage(await service.send({ path: '/health/ready' }), 503);
  });

  test('what needs no database is answered as usual', async () => {
    assertRefused(await getAs(service, '/v1/nada'), 404, 'not_found');
    assert.equal((await service.send({ path: '/openapi.json' })).status, 200);
  });

  test('once it is back the service recovers by itself, and nothing of the refused sale was stored', async () => {
    await link.restore();
    await until('ready', async () => (await service.send({ path: '/health/ready' })).status === 200);
    recordOf(await sell(service));
    recordOf(await sellByHash(service, cardHashOf(key)));
    assert.deepEqual((await getAs(service, '/v1/transactions?referenceId=away')).json(), []);
  });
});
