import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceivableDay, ReceivableRow } from '../../../src/panel/receivables/schema.ts';
import { sell } from '../../support/gateway-client.ts';
import { addMerchant } from '../../support/merchants.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

interface Page {
  readonly items: readonly ReceivableRow[];
  readonly next: string | null;
}

onSqliteByDay('What comes of sales, in the panel', {}, (service) => {
  test('a seller sees its own by line, by day and in a file, and the platform those of all', async () => {
    const { api, personId } = await addMerchant(service);
    const twice = { top: { amount: '2000' }, card: { capture: true, installments: '2' } };
    const own = (await sell(service, twice)).json() as { transactionId: string };
    const other = (await sell(service, twice, api)).json() as { transactionId: string };
    const { reader } = service.rooms().money;
    await until('the lines of both', async () => {
      const lines = await Promise.all([own, other].map((one) => reader.ofSale(one.transactionId)));
      return lines.every(({ length }) => length === 2);
    });
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const first = okJson<Page>(await seller.call('GET', '/receivables?limit=1'));
    const second = okJson<Page>(await seller.call('GET', `/receivables?limit=1&cursor=${first.next}`));
    const lines = [...first.items, ...second.items];
    assert.deepEqual(
      lines.map(({ transactionId, installment, net }) => [transactionId, installment, net]),
      [
        [own.transactionId, 1, 1_000],
        [own.transactionId, 2, 1_000],
      ],
    );
    assert.equal(second.next, null);
    const { items: days } = okJson<{ items: ReceivableDay[] }>(await seller.call('GET', '/receivables/days'));
    assert.deepEqual(
      days.map(({ dueDay, count, net }) => [dueDay, count, net]),
      lines.map(({ dueDay }) => [dueDay, 1, 1_000]),
    );
    const ofSale = `/sales/${own.transactionId}/receivables`;
    assert.equal(okJson<Page>(await seller.call('GET', ofSale)).items.length, 2);
    const foreign = await seller.call('GET', `/sales/${other.transactionId}/receivables`);
    assertRefused(foreign, 404, 'transaction_not_found');
    const soon = okJson(await seller.call('GET', '/receivables/soon'));
    assert.deepEqual([typeof soon.soon, soon.late], ['number', 0]);
    const file = await seller.call('GET', '/receivables.csv?status=expected');
    assert.equal(file.status, 200);
    assert.match(String(file.headers['content-disposition']), /filename="recebimentos\.csv"/);
    assert.equal(file.text.trim().split('\r\n').length, 3);
    assertRefused(await seller.call('GET', '/receivables?status=6'), 400, 'field_invalid');
    assertRefused(await seller.call('GET', '/receivables?cursor=6'), 400, 'field_invalid');

    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assert.equal(okJson<Page>(await operator.call('GET', '/receivables')).items.length, 4);
    const ofOne = okJson<Page>(await operator.call('GET', `/receivables?person=${personId}`));
    assert.deepEqual(
      ofOne.items.map(({ transactionId }) => transactionId),
      [other.transactionId, other.transactionId],
    );
    assert.equal(okJson<Page>(await operator.call('GET', ofSale)).items.length, 2);
  });
});
