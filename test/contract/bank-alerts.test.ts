import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const RULES = readFileSync(new URL('../../deploy/prometheus/guiche.rules.yml', import.meta.url), 'utf8');
const DAY_S = 86_400;
const HOUR_MS = 60 * 60_000;
const TEN_DAYS_MS = 10 * DAY_S * 1_000;

/** The expression of an alert, in one line. */
function exprOf(alert: string): string {
  const rule = RULES.split('- alert: ').find((text) => text.startsWith(`${alert}\n`)) ?? '';
  return /expr: (?:>-\n)?([\s\S]*?)\n\s+for:/.exec(rule)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

onSqliteByDay('What alerts about banks ask for', {}, (service) => {
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

  test('a certificate that ends within 30 days', async () => {
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

  test('a token that a bank refuses', async () => {
    const name = 'guiche_bank_tokens_refused_total';
    assert.equal(exprOf('GuicheBankRefusesToken'), `sum by (job, provider) (increase(${name}[15m])) > 0`);
    const refused = async () => (await samplesOf(name)).reduce((sum, value) => sum + value, 0);
    const before = await refused();
    const at = ['--person', '1', '--provider', 'C6BANK'];
    await service.command('acquirer', 'set', ...at, '--setting', 'clientSecret=trocado');
    service.clock.advance(5_000);
    await postJson(service, { amount: '1003', payment: { pix: { provider: 'C6BANK' } } });
    await until('it is counted', async () => (await refused()) > before);
  });
});
