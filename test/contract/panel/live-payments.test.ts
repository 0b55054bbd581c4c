import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LivePayments } from '../../../src/panel/sales/schema.ts';
import { createLink, submit } from '../../support/hosted-page.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const HOURS_MS = 2 * 60 * 60_000;
/** What is told again, so that nothing is missed. */
const OVERLAP_MS = 2 * 60_000;

onSqliteByDay('What is paid long after it was made', {}, (service) => {
  test('is told by the time of its payment, and only to its shop', async () => {
    const link = await createLink(service, { referenceId: 'bolo-de-sabado' });
    service.clock.advance(HOURS_MS);
    const atOnce = await createLink(service, { referenceId: 'paga-logo' });
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const look = async (since?: string) => {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
      return okJson<LivePayments>(await seller.call('GET', `/live/payments${query}`));
    };
    const before = await look();
    assert.deepEqual(before.items, []);
    assert.equal((await submit(service, atOnce.path)).status, 303);
    assert.equal((await submit(service, link.path)).status, 303);
    const after = await look(before.until);
    assert.equal(after.items.length, 1, 'what is paid at once stands among the newest sales');
    const [paid] = after.items;
    const sale = okJson<{ referenceId: string; amount: number }>(
      await seller.call('GET', `/sales/${paid?.id}`),
    );
    assert.deepEqual([sale.referenceId, sale.amount], ['bolo-de-sabado', paid?.value]);
    assert.deepEqual(
      (await look(after.until)).items,
      after.items,
      'told again: a look may have been too early',
    );
    service.clock.advance(OVERLAP_MS + 1);
    assert.deepEqual((await look(new Date(service.clock.now()).toISOString())).items, []);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const foreign = await operator.call('GET', `/live/payments?since=${encodeURIComponent(before.until)}`);
    assert.deepEqual(okJson<LivePayments>(foreign).items, []);
    assertRefused(await seller.call('GET', '/live/payments?since=ontem'), 400, 'field_invalid');
  });
});
