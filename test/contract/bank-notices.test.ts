import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const HOUR_MS = 60 * 60_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TOKEN = /^http:\/\/[^/]+(\/pix\/[\w-]{43})$/;

/** A shop with an account at a bank that speaks over mutual TLS, and tells payments to this service. */
onSqliteByDay('Notices of a bank', {}, (service) => {
  let host: PixHost;
  let path: string;
  before(async () => {
    host = await startPixHost({ profile: 'C6BANK' });
    const settings = Object.entries(await accountSettings(host)).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    const at = ['--person', '1', '--provider', 'C6BANK'];
    const added = await service.command('acquirer', 'add', ...at, ...settings);
    assert.equal(added.notices, 'good', JSON.stringify(added));
    path = `${TOKEN.exec(String(added.noticesUrl))?.[1]}/pix`;
  });
  after(() => host.close());

  const make = async (amount = '1003') => {
    const answer = await postJson(service, { amount, payment: { pix: { provider: 'C6BANK' } } });
    const record = answer.json() as { transactionId: string; status: number; payment: { pix: Fields } };
    assert.equal(record.status, 1, answer.text);
    const { providerReference: txid, url } = record.payment.pix;
    return { id: record.transactionId, txid: String(txid), page: new URL(String(url)).pathname };
  };
  const statusOf = async (id: string) =>
    ((await getAs(service, `/v1/transactions/${id}`)).json() as Fields).status;
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => (await statusOf(id)) === status);
  const tell = (body: unknown, to = path, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    service.send({
      method: 'POST',
      path: to,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const queriesOf = (txid: string) =>
    host.control.requests({ limit: 500 }).requests.filter(({ path: asked }) => asked.includes(txid)).length;

  test('come to the address that was registered, and what is paid is told at once', async () => {
    assert.deepEqual(
      new Set(host.control.webhooks().webhooks.map(({ url }) => `${new URL(url).pathname}/pix`)),
      new Set([path]),
    );
    const { id, txid } = await make();
    host.control.pay({ txid });
    await reaches(id, 6);
    const [notice] = host.control.notices().notices;
    assert.equal(notice?.status, 200);
  });

  test('turn the page of the code into its receipt within 3 s: no wait of the service lies between, and the page asks again after 2', async () => {
    const { id, txid, page } = await make();
    const stand = async () =>
      (await service.send({ path: `${page}/status` })).json() as {
        readonly status: string;
        readonly again: number;
      };
    // From here on nothing happens because time passes.
    const goOn = service.clock.standStill();
    try {
      const before = await stand();
      assert.equal(before.status, 'waiting');
      assert.ok(before.again <= 2_000, `it asks again after ${before.again} ms`);
      host.control.pay({ txid });
      await until('the page turns', async () => (await stand()).status === 'paid');
      assert.equal(await statusOf(id), 6);
    } finally {
      goOn();
    }
  });

  test('that are forged change nothing: the bank is asked, and says that nobody paid', async () => {
    const { id, txid } = await make();
    const asked = queriesOf(txid);
    const { sent } = await host.control.forge({ txid, amount: 1_003 });
    assert.equal(sent.status, 200);
    await until('the bank is asked', () => queriesOf(txid) > asked);
    assert.equal(await statusOf(id), 1);
  });

  test('about payments of others, static codes and refunds are taken, and change nothing', async () => {
    for (const body of [
      { pix: [{ endToEndId: `E${'0'.repeat(31)}`, txid: 'o'.repeat(32), valor: '1.00' }] },
      { pix: [{ endToEndId: `E${'0'.repeat(31)}` }] },
      { pix: [] },
      { pix: 'x' },
      { evento: 'teste_webhook' },
      [],
    ]) {
      assert.equal((await tell(body)).status, 200, JSON.stringify(body));
    }
    assert.equal((await tell({ evento: 'teste_webhook' }, path.slice(0, -'/pix'.length))).status, 200);
  });

  test('repeated ten times at once are one payment', async () => {
    const { id, txid } = await make();
    const { endToEndId } = host.control.pay({ txid });
    const body = { pix: [{ endToEndId, txid, valor: '10.03' }] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell(body)));
    assert.ok(answers.every(({ status }) => status === 200));
    await reaches(id, 6);
    const record = (await getAs(service, `/v1/transactions/${id}`)).json() as { payment: { pix: Fields } };
    assert.equal(record.payment.pix.endToEndId, endToEndId);
    assert.equal(record.payment.pix.surplus, undefined);
  });

  test('are refused where they cannot be read, and unknown addresses are not found', async () => {
    const wrong = `/pix/${'x'.repeat(43)}/pix`;
    assert.equal((await tell({ pix: [] }, wrong)).status, 404);
    assert.equal((await tell({ pix: [] }, '/pix/curto/pix')).status, 404);
    for (const body of ['', '{"pix": [', 'pix=1']) assert.equal((await tell(body)).status, 400, body);
    const large = JSON.stringify({ pix: [], filling: 'x'.repeat(1024 * 1024) });
    assert.equal((await tell(large)).status, 413);
    assert.equal((await service.send({ method: 'GET', path })).status, 405);
  });

  test('of another account do not make a charge due', async () => {
    // Until it ends, no charge is looked at for the time that passed.
    const goOn = service.clock.standStill();
    const { txid } = await make();
    const { noticeAddresses, merchantAccounts } = service.rooms();
    const other = await merchantAccounts.add({
      personId: 1,
      provider: 'ITAU',
      settings: {},
      isDefault: false,
    });
    const asked = queriesOf(txid);
    const foreign = `${new URL(await noticeAddresses.urlOf(other.id)).pathname}/pix`;
    assert.equal((await tell({ pix: [{ txid }] }, foreign)).status, 200);
    const own = await make();
    host.control.pay({ txid: own.txid });
    await reaches(own.id, 6);
    assert.equal(queriesOf(txid), asked);
    goOn();
    await merchantAccounts.remove(1, 'ITAU');
  });

  test('that come too often are told to come later, and the shop sells on', async () => {
    const stop = service.clock.standStill();
    const statuses: number[] = [];
    for (let count = 0; count < 130; count += 1) statuses.push((await tell({ pix: [] })).status);
    stop();
    assert.ok(statuses.includes(429));
    const { id } = await make();
    assert.equal(await statusOf(id), 1);
  });

  test('that were lost are made up for by asking', async () => {
    service.clock.advance(60_000);
    const { id, txid } = await make();
    host.control.loseNotices({ lose: 1 });
    host.control.pay({ txid });
    service.clock.advance(5_000);
    await reaches(id, 6);
  });

  test('that were lost long after the charge was over are made up for by the list of each hour', async () => {
    const later = (ms: number) => {
      host.control.advance({ advanceMs: ms });
      service.clock.advance(ms);
    };
    const { id, txid } = await make();
    await service.send({ method: 'PUT', path: `/v1/transactions/${id}/void`, headers: API_PAIR });
    assert.equal(await statusOf(id), 9);
    const { charges } = service.rooms().pixCodes;
    const [ended] = await charges.ofTransaction(id);
    const isLookedAt = (looks: number) =>
      until(`it was looked at ${looks} times`, async () => {
        const charge = await charges.byReference(ended?.reference ?? '');
        return charge?.looks === looks ? charge : undefined;
      });
    later(HOUR_MS);
    await isLookedAt(2);
    later(3 * HOUR_MS);
    assert.equal((await isLookedAt(3)).nextAt, undefined, 'nobody looks at it any more');
    host.control.loseNotices({ lose: 1 });
    host.control.pay({ txid, force: true });
    later(2 * HOUR_MS);
    const surplus = await until('the money is found, and goes back', async () => {
      const record = (await getAs(service, `/v1/transactions/${id}`)).json() as { payment: { pix: Fields } };
      const { surplus: [one] = [] } = record.payment.pix as { surplus?: Fields[] };
      return one?.state === 'refunded' ? one : undefined;
    });
    assert.equal(surplus.amount, '1003');
    const kept = (await service.rooms().pixAccounts.all()).find(({ told }) => told === 'here');
    assert.ok(kept?.listedUntil !== undefined, 'how far the list was read is kept');
  });

  test('about a charge that is over are not forgotten while the bank cannot be asked', async () => {
    const { id, txid } = await make();
    await service.send({ method: 'PUT', path: `/v1/transactions/${id}/void`, headers: API_PAIR });
    assert.equal(await statusOf(id), 9);
    const { charges } = service.rooms().pixCodes;
    const planned = async () => (await charges.ofTransaction(id))[0]?.nextAt;
    host.control.advance({ advanceMs: 3 * HOUR_MS });
    service.clock.advance(3 * HOUR_MS);
    await until('nobody looks at it any more', async () => (await planned()) === undefined);
    host.control.setFaults({ query: { error_before: 1 } });
    host.control.pay({ txid, force: true });
    const againAt = await until('it is to be looked at again', async () => {
      const nextAt = await planned();
      return nextAt !== undefined && nextAt > service.clock.now() - HOUR_MS ? nextAt : undefined;
    });
    host.control.setFaults({});
    service.clock.advance(Math.max(0, againAt - service.clock.now()));
    await until('the money goes back', async () => {
      const record = (await getAs(service, `/v1/transactions/${id}`)).json() as { payment: { pix: Fields } };
      return (record.payment.pix as { surplus?: Fields[] }).surplus?.[0]?.state === 'refunded';
    });
  });

  test('that nobody waited for, as the answer to the creation was lost: what was paid is counted all the same', async () => {
    const counted = async () => {
      const { text } = await service.send({ method: 'GET', path: '/metrics' });
      const series = 'guiche_pix_paid_total\\{provider="C6BANK",kind="pix",found_by="recovery"\\}';
      return Number(new RegExp(`^${series} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    const before = await counted();
    // It is paid before recovery asks.
    const goOn = service.clock.standStill();
    host.control.force({ operation: 'create', fault: 'reset_after' });
    const answer = await postJson(service, { amount: '1003', payment: { pix: { provider: 'C6BANK' } } });
    const { transactionId, status } = answer.json() as { transactionId: string; status: number };
    assert.equal(status, 0, answer.text);
    const [made] = host.control.book({ limit: 1 }).charges;
    host.control.pay({ txid: made?.txid });
    goOn();
    const { pixCodes, cases } = service.rooms();
    await until('it is paid, and counted', async () => {
      if ((await counted()) > before) return true;
      const [charge] = await pixCodes.charges.ofTransaction(transactionId);
      const found = charge && (await cases.caseOf(charge.reference));
      const next = Math.min(found?.nextAt ?? Number.POSITIVE_INFINITY, charge?.nextAt ?? service.clock.now());
      service.clock.advance(Math.max(0, next - service.clock.now()));
      return undefined;
    });
    assert.equal(await statusOf(transactionId), 6);
    assert.equal(await counted(), before + 1);
  });

  test('are counted, with what they found and how long it took', async () => {
    const metrics = async () => {
      const { text } = await service.send({ method: 'GET', path: '/metrics' });
      return (series: string) => Number(new RegExp(`^${series} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    const before = await metrics();
    // No look is due for the time that passes: the first is found by its notice, the second by asking.
    const goOn = service.clock.standStill();
    const told = await make();
    host.control.pay({ txid: told.txid });
    await reaches(told.id, 6);
    const lost = await make();
    host.control.loseNotices({ lose: 1 });
    host.control.pay({ txid: lost.txid });
    service.clock.advance(5_000);
    await reaches(lost.id, 6);
    goOn();
    const sampleOf = await metrics();
    const risesBy = (count: number, series: string) =>
      assert.equal(sampleOf(series) - before(series), count, series);
    const ofPix = 'provider="C6BANK",kind="pix"';
    risesBy(2, `guiche_pix_charges_total\\{${ofPix},outcome="buyer_awaited"\\}`);
    risesBy(1, `guiche_pix_paid_total\\{${ofPix},found_by="notice"\\}`);
    risesBy(1, `guiche_pix_paid_total\\{${ofPix},found_by="poll"\\}`);
    risesBy(1, 'guiche_pix_paid_delay_seconds_count\\{kind="pix",found_by="notice"\\}');
    for (const result of ['taken', 'unknown_token', 'too_many', 'unreadable']) {
      assert.ok(sampleOf(`guiche_pix_notices_total\\{result="${result}"\\}`) > 0, result);
    }
    assert.equal(sampleOf('guiche_bank_accounts\\{notices="here"\\}'), 1);
    assert.equal(sampleOf('guiche_bank_tokens_refused_total\\{provider="C6BANK"\\}'), 0);
    const at = ['--person', '1', '--provider', 'C6BANK'];
    await service.command('acquirer', 'set', ...at, '--setting', 'clientSecret=trocado');
    service.clock.advance(5_000);
    await postJson(service, { amount: '1003', payment: { pix: { provider: 'C6BANK' } } });
    await until('the refusal is counted', async () => {
      const page = await service.send({ method: 'GET', path: '/metrics' });
      return /^guiche_bank_tokens_refused_total\{provider="C6BANK"\} [1-9]/m.test(page.text);
    });
  });
});
