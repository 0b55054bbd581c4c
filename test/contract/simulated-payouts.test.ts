import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAs, sell } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, OPERATOR, okJson } from './panel/panel-client.ts';

onSqliteByDay('Payouts of the sandbox', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  test('pay what is due by a day, once, as it was expected', async () => {
    const { api } = await addMerchant(service);
    await sell(service, { top: { amount: '2000' }, card: { capture: true, installments: '2' } }, api);
    type Lines = {
      items: { dueDate: string; net: string; status: string; class?: string; payoutId?: string }[];
    };
    const lines = async () => ((await getAs(service, '/v1/receivables', api)).json() as Lines).items;
    const [first] = await until('the lines', async () => {
      const found = await lines();
      return found.length === 2 && found;
    });
    const run = (date: unknown) =>
      service.send({
        method: 'POST',
        path: '/__sim/payouts/run',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ date }),
      });
    assert.deepEqual((await run(first?.dueDate)).json(), { payouts: 1 });
    assert.deepEqual((await run(first?.dueDate)).json(), { payouts: 0 });
    assert.equal((await run('amanhã')).status, 400);
    const [paid, open] = await lines();
    assert.deepEqual([paid?.status, paid?.class, open?.status], ['paid', 'matched', 'expected']);
    const { items } = (await getAs(service, '/v1/payouts', api)).json() as {
      items: { payoutId: string; net: string; payDate: string }[];
    };
    assert.deepEqual(
      items.map(({ payoutId, net, payDate }) => [payoutId, net, payDate]),
      [[paid?.payoutId, first?.net, first?.dueDate]],
    );
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const file = await operator.call('GET', '/receivables.csv?form=settlement');
    assert.match(file.text, /authorization-code;tid;nsu/);
    assert.match(file.text, /;10\.000000;10\.000000;2;/);
  });
});
