import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** All of them are due before the one at the other bank. */
const OPEN_AT_ONE = 60;

onSqliteByDay('A bank that does not answer', {}, (service) => {
  let [silent, healthy]: (PixHost | undefined)[] = [];
  const started = async (profile: 'ITAU' | 'C6BANK') => {
    const host = await startPixHost({ profile, plain: true });
    const identity = await startPixHost({ profile });
    const { api: _api, token: _token, ...certificates } = await accountSettings(identity);
    await identity.close();
    const { api = '', token = '' } = await accountSettings(host);
    const settings = { ...certificates, api, token };
    const words = Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
    await service.command('acquirer', 'add', '--person', '1', '--provider', profile, ...words);
    return host;
  };
  before(async () => {
    silent = await started('ITAU');
    healthy = await started('C6BANK');
  });
  after(async () => {
    await Promise.all([silent?.close(), healthy?.close()]);
  });

  const make = async (provider: string) => {
    const answer = await postJson(service, { amount: '1003', payment: { pix: { provider } } });
    const record = answer.json() as { transactionId: string; status: number; payment: { pix: Fields } };
    assert.equal(record.status, 1, answer.text);
    return { id: record.transactionId, txid: String(record.payment.pix.providerReference) };
  };

  test('holds its own places alone: a Pix at another bank, whose notice is lost, is found all the same', async () => {
    assert.ok(silent && healthy);
    await Promise.all(Array.from({ length: OPEN_AT_ONE }, () => make('ITAU')));
    const { id, txid } = await make('C6BANK');
    const before = silent.control.requests({ limit: 500 }).requests.length;
    silent.control.setFaults({ query: { timeout_before: 1 } });
    healthy.control.loseNotices({ lose: 1 });
    healthy.control.pay({ txid });
    service.clock.advance(60_000);
    await until('it is paid', async () => {
      const { status } = (await getAs(service, `/v1/transactions/${id}`)).json() as Fields;
      return status === 6;
    });
    const asked = silent.control.requests({ limit: 500 }).requests.length - before;
    // Eight at a time; on a busy machine some are given up meanwhile, and others begin.
    assert.ok(asked < OPEN_AT_ONE / 2, `${asked} calls went to the bank that does not answer`);
  });
});
