import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CieloHost, startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, sell } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const DEMO_SELLER = '1';
const CAPTURED = 6;
const CANCELING = 8;

onSqliteByDay('A refund that Cielo takes and denies the day after', {}, (service) => {
  let host: CieloHost;
  before(async () => {
    host = await startCieloHost();
    const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    const account = ['--person', DEMO_SELLER, '--provider', 'CIELO', '--default'];
    await service.command('acquirer', 'add', ...account, ...settings);
  });
  after(() => host.close());

  const advance = (ms: number) => {
    service.clock.advance(ms);
    host.control.advance({ advanceMs: ms });
  };
  const found = async (id: unknown) => recordOf(await getAs(service, `/v1/transactions/${id}`), 200);
  const linesOf = async (id: unknown) => {
    const { items } = (await getAs(service, `/v1/receivables?transactionId=${id}`)).json() as {
      readonly items: readonly (Fields & { readonly transactionId: string })[];
    };
    return items.filter(({ transactionId }) => transactionId === id);
  };
  /** Time passes until it is so. */
  const becomes = async (id: unknown, status: number) =>
    until(`status ${status}`, async () => {
      advance(10 * 60_000);
      const record = await found(id);
      return record.top.status === status && record;
    });

  test('is none: the sale is captured as before, and its money is still to come', async () => {
    const sold = recordOf(await sell(service, { card: { capture: true, provider: 'CIELO' } }));
    const { transactionId: id } = sold.top;
    assert.equal(sold.top.status, CAPTURED);
    const expected = await until('what is to come', async () => {
      const lines = await linesOf(id);
      return lines.length > 0 && lines;
    });
    advance(2 * DAY_MS);
    const asked = { method: 'PUT', path: `/v1/transactions/${id}/void`, headers: API_PAIR };
    const accepted = recordOf(await service.send(asked), 200);
    assert.equal(accepted.top.status, CANCELING);
    await host.control.denyCancel({ paymentId: sold.card.providerReference });
    const { card } = await becomes(id, CAPTURED);
    assert.equal(card.refundedAmount ?? '0', '0');
    const [booked] = await host.book();
    assert.deepEqual([booked?.captured, booked?.refunded], [1_000, 0]);
    await until('what is to come is as it was', async () => {
      const lines = await linesOf(id);
      return JSON.stringify(lines.map(moneyOf)) === JSON.stringify(expected.map(moneyOf));
    });
    // Asked for again, and not denied this time: once, by both books.
    assert.equal(recordOf(await service.send(asked), 200).top.status, CANCELING);
    assert.equal((await becomes(id, 9)).card.refundedAmount, '1000');
    const [after] = await host.book();
    assert.equal(after?.refunded, 1_000);
  });
});

const moneyOf = ({ kind, status, gross, net, dueDate }: Fields) => [kind, status, gross, net, dueDate];
