import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type CieloHost, startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { assertMessage, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, sell } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const DEMO_SELLER = '1';
const CAPTURED = 6;
const CANCELING = 8;

onSqliteByDay('A notice of Cielo', {}, (service) => {
  let host: CieloHost;
  let url: string;
  before(async () => {
    host = await startCieloHost();
    const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    const account = ['--person', DEMO_SELLER, '--provider', 'CIELO', '--default'];
    const added = await service.command('acquirer', 'add', ...account, ...settings);
    url = `${service.address()}${new URL(String(added.noticesUrl)).pathname}`;
    host.control.setNotices({ url, headers: { Chave: 'combinada' } });
  });
  after(() => host.close());

  const sold = async () => recordOf(await sell(service, { card: { capture: true, provider: 'CIELO' } }));
  const notify = (path: string, body: unknown) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('of a cancel that was denied ends the refund before recovery would have asked', async (t) => {
    const { top, card } = await sold();
    const advance = (ms: number) => {
      service.clock.advance(ms);
      host.control.advance({ advanceMs: ms });
    };
    advance(2 * DAY_MS);
    // Recovery's next look is never due by itself.
    t.after(service.clock.standStill());
    const path = `/v1/transactions/${top.transactionId}/void`;
    const accepted = recordOf(await service.send({ method: 'PUT', path, headers: API_PAIR }), 200);
    assert.equal(accepted.top.status, CANCELING);
    await host.control.denyCancel({ paymentId: card.providerReference });
    assert.equal((await host.control.sendNotices({ lose: 1 })).failed >= 1, true, 'the first round is lost');
    const { failed, waiting } = await host.control.sendNotices({ twice: true });
    assert.deepEqual([failed, waiting], [0, []]);
    const ended = await until('the refund is over', async () => {
      const record = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200);
      return record.top.status === CAPTURED && record;
    });
    assert.equal(ended.card.refundedAmount ?? '0', '0');
  });

  test('of a chargeback has it asked for, and is a dispute of the sale', async () => {
    const { top, card } = await sold();
    await host.control.dispute({ paymentId: card.providerReference, amount: 700, reasonCode: '83' });
    host.control.force({ operation: 'query', fault: 'error_before', times: 5 });
    assert.ok((await host.control.sendNotices()).failed > 0, 'told again while the sale cannot be asked for');
    host.control.reset();
    assert.equal((await host.control.sendNotices()).failed, 0);
    const path = `/v1/disputes?transactionId=${top.transactionId}`;
    const { items } = (await getAs(service, path)).json() as { items: Record<string, unknown>[] };
    assert.deepEqual(
      items.map(({ kind, source, amount, reasonCode, state }) => [kind, source, amount, reasonCode, state]),
      [['chargeback', 'cielo', '700', '83', 'open']],
    );
  });

  test('about nobody, in no form, or at an address that nobody was given changes nothing', async () => {
    const { pathname } = new URL(url);
    assert.equal((await notify(pathname, { PaymentId: randomUUID(), ChangeType: 7 })).status, 200);
    assert.equal((await notify(pathname, { RecurrentPaymentId: randomUUID() })).status, 400);
    assert.equal((await notify(pathname, [])).status, 400);
    const wrong = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`;
    for (const path of [wrong, pathname.replace(/\/\d+\//, '/999999/'), '/acquirer/1/x']) {
      assertMessage(await notify(path, { PaymentId: randomUUID(), ChangeType: 1 }), 404);
    }
    const token = pathname.split('/').at(-1) ?? '';
    assert.ok(token.length > 40 && !service.log.some((line) => line.includes(token)));
  });

  test('in rounds of half an hour by the host, four times at most', async () => {
    const { card } = await sold();
    host.control.setNotices({ url: 'http://127.0.0.1:1/' });
    await host.control.dispute({ paymentId: card.providerReference, alert: true });
    for (const left of [1, 1, 1, 0]) {
      await host.control.sendNotices();
      assert.equal(host.control.notices().waiting.length, left);
    }
    host.control.setNotices({ url });
    await host.control.dispute({ paymentId: card.providerReference, alert: true });
    await until('the round was sent by itself', async () => {
      host.control.advance({ advanceMs: HOUR_MS });
      return host.control.notices().waiting.length === 0;
    });
  });
});
