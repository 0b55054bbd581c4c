import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const MINUTE_MS = 60_000;
const OPERATOR_IDLE_MS = 15 * MINUTE_MS;

onSqliteByDay('What the panel answers besides its screens', {}, (service) => {
  test('an address below its interface that nothing answers is a 404 in JSON, for every method', async () => {
    const browser = browserOf(service);
    for (const path of ['', '/', '/nada', '/sales/x/nada', '/session/nada']) {
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
        assertRefused(await browser.call(method, path), 404, 'address_unknown');
      }
    }
  });

  test('pages of the panel stand alone in their process and may use no device', async () => {
    const page = await service.send({ path: '/painel/inicio', headers: { Accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.deepEqual(page.headers['cross-origin-opener-policy'], 'same-origin');
    assert.deepEqual(page.headers['cross-origin-resource-policy'], 'same-origin');
    assert.match(String(page.headers['permissions-policy']), /camera=\(\)/);
    assert.equal(page.headers['strict-transport-security'], undefined, 'without TLS');
  });

  test('no call that a timer marks extends a session, of whatever route', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    for (let minutes = 2; minutes < 15; minutes += 2) {
      service.clock.advance(2 * MINUTE_MS);
      for (const path of ['/home', '/sales', '/persons', '/audit', '/attention/summary']) {
        okJson(await operator.call('GET', path, undefined, { 'X-Guiche-Timer': '1' }));
      }
    }
    service.clock.advance(MINUTE_MS);
    assertRefused(await operator.call('GET', '/home'), 401, 'session_missing');
    okJson(await operator.logIn(OPERATOR));
    service.clock.advance(OPERATOR_IDLE_MS - MINUTE_MS);
    okJson(await operator.call('GET', '/home'));
    service.clock.advance(OPERATOR_IDLE_MS - MINUTE_MS);
    okJson(await operator.call('GET', '/home'));
  });

  test('the platform’s first page has no first steps of a shop, and tells what waits', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const home = okJson<{ firstSteps: unknown }>(await operator.call('GET', '/home'));
    assert.equal(home.firstSteps, null);
    const summary = () => operator.call('GET', '/attention/summary').then(okJson);
    assert.deepEqual(await summary(), { sales: 0, tillSales: 0, waiting: 0, oldest: [] });
    const waiting = ['--document', '11222333000181', '--name', 'Padaria', '--role', 'seller'];
    await service.command('person', 'add', ...waiting);
    assert.equal((await summary()).waiting, 1);
  });
});
