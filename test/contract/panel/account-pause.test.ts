import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSettings } from '../../../simulators/pix-host/account.ts';
import { startPixHost } from '../../../simulators/pix-host/pix-host.ts';
import type { AccountDetail, AccountRow } from '../../../src/panel/acquirers/schema.ts';
import type { Health } from '../../../src/panel/health/schema.ts';
import { localTime } from '../../../src/platform/time/clock.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_UP_MS = 10 * MINUTE_MS;
const ZONE = 'America/Sao_Paulo';
const time = localTime(ZONE);

interface Entry {
  readonly title: string;
  readonly detail: string | null;
  readonly record: string | null;
}

onSqliteByDay('Pausing an account in the panel', { GUICHE_TIME_ZONE: ZONE }, (service) => {
  const operator = async (): Promise<Browser> => {
    const browser = browserOf(service);
    okJson(await browser.logIn(OPERATOR));
    return browser;
  };
  const account = async (browser: Browser, provider: string): Promise<AccountDetail> =>
    okJson(await browser.call('POST', '/acquirers', { personId: 1, provider, settings: [] }));

  test('it is paused until a time with a reason, seen by all at once, resumed, and both are in the audit', async (t) => {
    t.after(service.clock.standStill());
    const browser = await operator();
    const { id, stand } = await account(browser, 'adiq');
    assert.equal(stand?.state, 'healthy');
    const end = service.clock.now() - (service.clock.now() % MINUTE_MS) + 2 * HOUR_MS;
    const body = { until: time.iso(end).slice(0, 16), reason: ' manutenção ' };
    const paused = okJson<AccountDetail>(await browser.call('POST', `/acquirers/${id}/pause`, body));
    const expected = {
      state: 'paused',
      since: new Date(service.clock.now()).toISOString(),
      until: new Date(end).toISOString(),
      reason: 'manutenção',
    };
    assert.deepEqual(paused.stand, expected);
    const { items } = okJson<{ items: AccountRow[] }>(await browser.call('GET', '/acquirers?of=1'));
    assert.deepEqual(items.find((one) => one.id === id)?.stand, expected);
    const { checks } = okJson<Health>(await browser.call('GET', '/health'));
    const named = checks.find(({ key }) => key === 'card_accounts');
    assert.equal(named?.state, 'info');
    assert.match(named.text, /^ADIQ da pessoa 1 pausada .* \(manutenção\)$/);
    assert.ok(named.advice?.includes('Retomar'));

    const resumed = okJson<AccountDetail>(await browser.call('POST', `/acquirers/${id}/resume`));
    assert.equal(resumed.stand?.state, 'healthy');
    okJson(await browser.call('POST', `/acquirers/${id}/resume`));
    const audit = okJson<{ items: Entry[] }>(await browser.call('GET', '/audit'));
    const told = audit.items.filter(
      (entry) => entry.record === `acquirer:${id}` && / uma conta/.test(entry.title),
    );
    assert.deepEqual(
      told.map(({ title }) => title),
      [
        'Retomou uma conta em adquirente',
        'Pausou uma conta em adquirente',
        'Adicionou uma conta em adquirente',
      ],
      'resuming what was not paused changes nothing',
    );
    assert.match(told[1]?.detail ?? '', /^ADIQ de 1 · até \d\d\/\d\d\/\d{4} às \d\d:\d\d · manutenção$/);
  });

  test('a pause without an end lasts until it is resumed by the command, one with an end ends by itself', async () => {
    const browser = await operator();
    const { id, provider } = await account(browser, 'getnet');
    const stand = async () =>
      okJson<AccountDetail>(await browser.call('GET', `/acquirers/${id}`)).stand?.state;
    okJson(await browser.call('POST', `/acquirers/${id}/pause`, { until: '', reason: '' }));
    service.clock.advance(2 * MINUTE_MS);
    assert.equal(await stand(), 'paused');
    await service.command('acquirer', 'resume', '--person', '1', '--provider', provider);
    assert.equal(await stand(), 'healthy');
    const until = time.iso(service.clock.now() + 3 * MINUTE_MS).slice(0, 16);
    okJson(await browser.call('POST', `/acquirers/${id}/pause`, { until }));
    assert.equal(await stand(), 'paused');
    service.clock.advance(4 * MINUTE_MS);
    assert.equal(await stand(), 'healthy');
  });

  test('a time that is over or none, a long reason, a bank, and who may not change accounts are refused', async (t) => {
    const browser = await operator();
    const { id } = await account(browser, 'stone');
    const pause = (body: object, of = browser) => of.call('POST', `/acquirers/${id}/pause`, body);
    for (const until of [time.iso(service.clock.now() - HOUR_MS), 'amanhã', '2099-13-40T08:00']) {
      assertRefused(await pause({ until }), 400, 'pause_end_invalid');
    }
    assert.equal((await pause({ reason: 'x'.repeat(201) })).status, 400);
    const bank = await startPixHost({ profile: 'SICREDI' });
    t.after(bank.close);
    const settings = Object.entries(await accountSettings(bank)).map(([name, value]) => ({ name, value }));
    const atBank = okJson<AccountDetail>(
      await browser.call('POST', '/acquirers', { personId: 1, provider: 'sicredi', settings }),
    );
    assertRefused(await browser.call('POST', `/acquirers/${atBank.id}/pause`, {}), 409, 'pause_of_bank');
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    assertRefused(await pause({}, seller), 403, 'not_allowed');
    assertRefused(await seller.call('POST', `/acquirers/${id}/resume`), 403, 'not_allowed');
    assertRefused(await browser.call('POST', '/acquirers/987654/pause', {}), 404, 'record_unknown');
    service.clock.advance(STEP_UP_MS);
    assertRefused(await pause({}), 403, 'second_factor_needed');
    const read = okJson<AccountDetail>(await browser.call('GET', `/acquirers/${id}`));
    assert.equal(read.stand?.state, 'healthy');
  });
});
