import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const RULES = readFileSync(new URL('../../deploy/prometheus/guiche.rules.yml', import.meta.url), 'utf8');
const DAY_S = 86_400;
const HOUR_MS = 60 * 60_000;
const TEN_DAYS_MS = 10 * DAY_S * 1_000;

interface Sold extends Fields {
  readonly transactionId: string;
  readonly status: number;
  readonly payment: { readonly pix: Fields & { readonly surplus?: readonly Fields[] } };
}

/** The expression of an alert, in one line. */
function exprOf(alert: string): string {
  const rule = RULES.split('- alert: ').find((text) => text.startsWith(`${alert}\n`)) ?? '';
  return /expr: (?:>-\n)?([\s\S]*?)\n\s+for:/.exec(rule)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

/** An account at a bank that speaks over mutual TLS, and tells payments to this service. */
onSqliteByDay('An account at a bank', {}, (service) => {
  const hosts: PixHost[] = [];
  before(async () => {
    for (const profile of ['ITAU', 'C6BANK'] as const) hosts.push(await startPixHost({ profile }));
  });
  after(() => Promise.all(hosts.map((host) => host.close())));

  const samplesOf = async (name: string): Promise<readonly number[]> => {
    const { text } = await service.send({ method: 'GET', path: '/metrics' });
    return [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
      Number(value),
    );
  };
  const add = (provider: string, settings: Readonly<Record<string, string>>) =>
    service.command(
      ...['acquirer', 'add', '--person', '1', '--provider', provider],
      ...Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
    );
  const hostOf = (index: number) => hosts[index] ?? assert.fail('no bank was started');
  const set = (provider: string, settings: Readonly<Record<string, string>>) =>
    service.command(
      ...['acquirer', 'set', '--person', '1', '--provider', provider],
      ...Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
    );
  const sell = async (top: Fields = {}, provider = 'C6BANK'): Promise<Sold> => {
    const answer = await postJson(service, { amount: '1003', payment: { pix: { provider } }, ...top });
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Sold;
  };
  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Sold;
  const cancel = (id: string, amount = '') =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const becomes = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const sale = await read(id);
      return sale.status === status ? sale : undefined;
    });

  test('is what an alert asks for when its certificate ends within 30 days', async () => {
    const name = 'guiche_bank_certificate_end_timestamp_seconds';
    assert.equal(exprOf('GuicheBankCertificateEnds'), `${name} - time() < 30 * 86400`);
    const itau = hostOf(0);
    const [client] = itau.clients;
    assert.ok(client && itau.authority);
    const to = new Date(Date.now() + TEN_DAYS_MS);
    const issued = await itau.authority.issue({ name: client.clientId, to });
    const firing = async () =>
      (await samplesOf(name)).filter((end) => end - service.clock.now() / 1_000 < 30 * DAY_S);
    await add('C6BANK', await accountSettings(hostOf(1)));
    await until('the lasting one is told', async () => (await samplesOf(name)).length === 1);
    assert.deepEqual(await firing(), []);
    await add('ITAU', {
      ...(await accountSettings(itau)),
      certificate: issued.certificate,
      certificateKey: issued.key,
    });
    // The ends are read anew every few minutes.
    service.clock.advance(HOUR_MS);
    await until('the other one is told', async () => (await firing()).length === 1);
  });

  test('is told who owes what, and takes a description that is too long in part', async () => {
    const description = `${'x'.repeat(139)}🎂 e mais`;
    const customer = { name: 'Maria da Silva', document: '111.444.777-35' };
    const { payment } = await sell({ customer, description });
    const [charge] = hostOf(1).control.book({ txid: payment.pix.providerReference }).charges;
    assert.deepEqual(charge?.devedor, { nome: 'Maria da Silva', cpf: '11144477735' });
    assert.equal(charge?.solicitacaoPagador, 'x'.repeat(139));
    const half = await sell({ customer: { name: 'Maria da Silva' } });
    const [other] = hostOf(1).control.book({ txid: half.payment.pix.providerReference }).charges;
    assert.equal(other?.devedor, undefined, 'a debtor has both');
  });

  test('refuses a charge by status 7, with what the bank says; nothing is there to pay or to cancel', async () => {
    // Where the machine is slower than the bank's deadline, it is not known that nothing was made, and another one is asked for.
    const { transactionId, payment } = await until('a refusal within the deadline', async () => {
      const sold = await sell({ customer: { name: 'Maria da Silva', document: '11144477734' } });
      assert.equal(sold.payment.pix.providerCode, 'unprocessable_entity');
      return sold.status === 7 ? sold : undefined;
    });
    assert.match(String(payment.pix.providerMessage), /devedor/);
    assert.deepEqual([payment.pix.qrCode, payment.pix.url], [undefined, undefined]);
    assertRefused(await cancel(transactionId), 409, 'status_conflict');
  });

  test('makes no charge for what the shop sends of a card beside it', async () => {
    const { status, payment } = await sell({
      ...{ capture: false, statementName: 'LOJA', installments: 99, threeDSecure: { x: 1 } },
      payment: { pix: { provider: 'C6BANK', capture: false, installments: 3, cardHash: 'x' } },
    });
    assert.equal(status, 1);
    assert.deepEqual(Object.keys(payment), ['pix']);
  });

  test('learns in whatever order notices come: of the refund first, then of the payment', async () => {
    const { control } = hostOf(1);
    const { transactionId: id, payment } = await sell();
    const txid = String(payment.pix.providerReference);
    const goOn = service.clock.standStill();
    control.loseNotices({ lose: 1 });
    const endToEndId = control.pay({ txid }).endToEndId;
    control.takeBack({ endToEndId, amount: 300 });
    // Only that of what was taken back arrives.
    const { payment: taken } = await until('both are known', async () => {
      const sale = await read(id);
      return sale.payment.pix.disputedAmount === undefined ? undefined : sale;
    });
    assert.deepEqual([taken.pix.endToEndId, taken.pix.paymentAmount], [endToEndId, '1003']);
    goOn();
    for (const notice of control.notices().notices.slice(0, 3)) {
      await service.send({
        method: 'POST',
        path: new URL(notice.url).pathname,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(notice.body),
      });
    }
    assertRefused(await cancel(id, '?amount=704'), 409, 'amount_above_available');
    assert.equal((await cancel(id, '?amount=703')).status, 200);
    control.advance({ advanceMs: 2_000 });
    const { payment: left } = await becomes(id, 9);
    assert.deepEqual([left.pix.disputedAmount, left.pix.refundedAmount], ['300', '703']);
  });

  test('keeps what comes too much where the shop says so', async () => {
    await set('C6BANK', { surplus: 'keep' });
    const { control } = hostOf(1);
    const { transactionId: id, payment } = await sell();
    const txid = String(payment.pix.providerReference);
    control.pay({ txid });
    await becomes(id, 6);
    const twice = control.pay({ txid, force: true }).endToEndId;
    const { surplus } = await until('the surplus is kept', async () => {
      const { pix } = (await read(id)).payment;
      return pix.surplus?.[0]?.state === 'kept' ? pix : undefined;
    });
    assert.deepEqual(
      surplus?.map(({ endToEndId, amount }) => [endToEndId, amount]),
      [[twice, '1003']],
    );
    const paid = control.payments({}).payments.find(({ endToEndId }) => endToEndId === twice);
    assert.equal(paid?.devolucoes, undefined, 'nothing goes back');
    await set('C6BANK', { surplus: 'refund' });
  });

  test('whose certificate is over makes nothing, says so, and sells again with the next one', async () => {
    const itau = hostOf(0);
    const { clientId = '', certificate = '', certificateKey = '' } = await accountSettings(itau);
    const [from, to] = [new Date('2020-01-01'), new Date('2021-06-30T12:00:00Z')];
    const over = await itau.authority?.issue({ name: clientId, from, to });
    await set('ITAU', { certificate: over?.certificate ?? '', certificateKey: over?.key ?? '' });
    const { transactionId: id } = await sell({}, 'ITAU');
    await becomes(id, 11);
    assert.equal(
      itau.control.book({}).charges.some(({ status }) => status === 'ATIVA'),
      false,
    );
    await set('ITAU', { certificate, certificateKey });
    service.clock.advance(HOUR_MS);
    await until('it sells', async () => (await sell({}, 'ITAU')).status === 1);
  });

  test('is what an alert asks for when its bank refuses a token', async () => {
    const name = 'guiche_bank_tokens_refused_total';
    assert.equal(exprOf('GuicheBankRefusesToken'), `sum by (job, provider) (increase(${name}[15m])) > 0`);
    const refused = async () => (await samplesOf(name)).reduce((sum, value) => sum + value, 0);
    const before = await refused();
    await set('C6BANK', { clientSecret: 'trocado' });
    service.clock.advance(5_000);
    await postJson(service, { amount: '1003', payment: { pix: { provider: 'C6BANK' } } });
    await until('it is counted', async () => (await refused()) > before);
  });
});
