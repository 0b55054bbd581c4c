import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { recordOf } from '../support/gateway-answers.ts';
import { getAs, sell } from '../support/gateway-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';

async function soldAt(service: TestService, moment: string): Promise<unknown> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(moment) });
  const { top } = recordOf(await sell(service));
  const found = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200);
  assert.equal(found.top.dtTransaction, top.dtTransaction);
  return top.dtTransaction;
}

onSqliteByDay('dtTransaction', {}, (service) => {
  afterEach(() => mock.timers.reset());

  test('dtTransaction: local time of São Paulo, three hours behind UTC', async () => {
    assert.equal(await soldAt(service, '2027-03-01T02:59:59.999Z'), '2027-02-28T23:59:59');
  });

  test('dtTransaction: the year turns at local midnight', async () => {
    assert.equal(await soldAt(service, '2028-01-01T02:59:59Z'), '2027-12-31T23:59:59');
    mock.timers.reset();
    assert.equal(await soldAt(service, '2028-01-01T03:00:00Z'), '2028-01-01T00:00:00');
  });

  test('dtTransaction: summer time of the past is known', async () => {
    assert.equal(await soldAt(service, '2018-12-01T12:00:00Z'), '2018-12-01T10:00:00');
  });
});

onSqliteByDay('dtTransaction with GUICHE_TIME_ZONE', { GUICHE_TIME_ZONE: 'Asia/Kathmandu' }, (service) => {
  afterEach(() => mock.timers.reset());

  test('dtTransaction: local time of the configured zone, even with an offset of quarter hours', async () => {
    assert.equal(await soldAt(service, '2027-03-01T18:14:59Z'), '2027-03-01T23:59:59');
  });
});
