import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../../simulators/pix-host/account.ts';
import { startPixHost } from '../../../simulators/pix-host/pix-host.ts';
import { type RedeHost, startRedeHost } from '../../../simulators/rede-host/rede-host.ts';
import type {
  AccountDetail,
  AccountRow,
  AccountTest,
  AcquirerKind,
  FeeRoutes,
} from '../../../src/panel/acquirers/schema.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const STEP_UP_MS = 10 * 60_000;

onSqliteByDay('Acquirers in the panel', {}, (service) => {
  let host: RedeHost;
  before(async () => {
    host = await startRedeHost();
  });
  after(() => host.close());

  test('an account at a bank is added with a certificate pasted in one line, and tested by a charge', async (context) => {
    const bank = await startPixHost({ profile: 'SICREDI' });
    context.after(bank.close);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const kinds = okJson<{ items: readonly AcquirerKind[] }>(await operator.call('GET', '/acquirers/kinds'));
    assert.equal(kinds.items.find(({ provider }) => provider === 'SICREDI')?.pays, 'pix');
    const settings = Object.entries(await accountSettings(bank)).map(([name, value]) => ({
      name,
      value: value.replaceAll('\n', ''),
    }));
    const isLater = ({ name }: { readonly name: string }) => name === 'emailKey';
    const later = settings.find(isLater);
    const first = settings.filter((one) => !isLater(one));
    const account = { personId: 1, provider: 'sicredi', settings: first };
    const added = okJson<AccountDetail>(await operator.call('POST', '/acquirers', account));
    assert.ok(added.settings.some(({ name, value }) => name === 'certificateKey' && value === null));
    const told = () => bank.control.webhooks().webhooks;
    assert.ok(told().length > 0, 'the bank knows where it tells payments as soon as the account is there');
    assert.ok(told().every(({ url }) => url === added.noticesUrl));
    assert.ok(!told().some(({ key }) => key === later?.value));
    okJson(await operator.call('PATCH', `/acquirers/${added.id}`, { settings: [later] }));
    assert.ok(
      told().some(({ key }) => key === later?.value),
      'a key that is added later, too',
    );
    const tested = okJson<AccountTest>(await operator.call('POST', `/acquirers/${added.id}/test`));
    assert.deepEqual(
      [tested.health.result, tested.certificate?.result, tested.charge?.result, tested.zeroAmount],
      ['good', 'good', 'good', undefined],
    );
    assert.deepEqual(tested.notices, { result: 'good', text: 'O banco avisa os pagamentos neste serviço.' });
    assert.ok(bank.control.webhooks().webhooks.every(({ url }) => url === added.noticesUrl));
    okJson(await operator.call('DELETE', `/acquirers/${added.id}`));
  });

  test('what an account costs is said from a day on, shown newest first, and audited', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const account = { personId: 1, provider: 'GETNET', settings: [] };
    const { id } = okJson<AccountDetail>(await operator.call('POST', '/acquirers', account));
    const credit = { kind: 'credit', brand: '*', from: 1, to: 1, percent: '2.5', fixed: 0 };
    const say = (body: object) => operator.call('POST', `/acquirers/${id}/fees`, body);
    okJson(await say({ from: '2026-01-01', lines: [credit] }));
    okJson(await say({ from: '2026-06-01', lines: [{ ...credit, percent: '2' }], prepayment: 1 }));
    okJson(await say({ from: '2026-06-01', lines: [{ ...credit, percent: '1.99' }], prepayment: 1 }));
    assert.equal((await say({ from: 'ontem', lines: [credit] })).status, 400);
    assertRefused(await say({ from: '2026-02-30', lines: [credit] }), 400, 'field_invalid');
    for (const lines of [[], [credit, credit], [credit, { ...credit, to: 2 }]]) {
      assertRefused(await say({ from: '2026-07-01', lines }), 400, 'field_invalid');
    }
    const shown = okJson<FeeRoutes['GET /acquirers/:id/fees']['answer']>(
      await operator.call('GET', `/acquirers/${id}/fees`),
    );
    assert.deepEqual(
      shown.items.map(({ from, lines, prepayment }) => [from, lines[0]?.percent, prepayment]),
      [
        ['2026-06-01', '1.99', 1],
        ['2026-01-01', '2.5', null],
      ],
    );
    const { items } = okJson<{ items: AuditRow[] }>(await operator.call('GET', '/audit'));
    assert.ok(items.some(({ title }) => title === 'Informou taxas de uma conta'));
    okJson(await operator.call('DELETE', `/acquirers/${id}`));
  });

  test('an account is added, tested at Rede, changed and removed; its key is never shown again', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const settings = Object.entries(host.settings()).map(([name, value]) => ({ name, value }));
    const added = okJson<AccountDetail>(
      await operator.call('POST', '/acquirers', { personId: 1, provider: 'rede', isDefault: true, settings }),
    );
    const { key } = host.settings();
    const read = await operator.call('GET', `/acquirers/${added.id}`);
    assert.ok(!read.text.includes(key) && !JSON.stringify(added).includes(key));
    assert.ok(added.settings.some(({ name, value, secret }) => name === 'key' && secret && value === null));
    assertRefused(
      await operator.call('POST', '/acquirers', { personId: 1, provider: 'REDE', settings }),
      409,
      'account_exists',
    );

    const good = okJson<AccountTest>(await operator.call('POST', `/acquirers/${added.id}/test`));
    assert.deepEqual([good.health.result, good.zeroAmount?.result], ['good', 'good']);
    const change = (body: object) => operator.call('PATCH', `/acquirers/${added.id}`, body);
    assertRefused(await change({ settings: [{ name: 'pv', value: '999' }] }), 409, 'account_identity');
    assertRefused(await change({ settings: [{ name: 'chave', value: 'x' }] }), 400, 'setting_invalid');
    const wrong = okJson<AccountDetail>(
      await change({ settings: [{ name: 'key', value: 'uma-chave-errada' }], isDefault: false }),
    );
    assert.equal(wrong.isDefault, false);
    const bad = okJson<AccountTest>(await operator.call('POST', `/acquirers/${added.id}/test`));
    assert.deepEqual([bad.health.result, bad.zeroAmount?.result], ['bad', 'skipped']);
    assert.ok(!JSON.stringify(bad).includes('uma-chave-errada'));

    service.clock.advance(STEP_UP_MS);
    assertRefused(await change({ settings: [] }), 403, 'second_factor_needed');
    assertRefused(await operator.call('DELETE', `/acquirers/${added.id}`), 403, 'second_factor_needed');
    okJson(await operator.call('POST', '/session/step-up', { password: OPERATOR.password }));
    okJson(await operator.call('DELETE', `/acquirers/${added.id}`));
    assertRefused(await operator.call('GET', `/acquirers/${added.id}`), 404, 'record_unknown');
  });

  test('in the sandbox the simulator plays an acquirer of any other name', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { id } = okJson<AccountDetail>(
      await operator.call('POST', '/acquirers', { personId: 1, provider: 'adiq', settings: [] }),
    );
    const result = okJson<AccountTest>(await operator.call('POST', `/acquirers/${id}/test`));
    assert.deepEqual([result.health.result, result.zeroAmount?.result], ['good', 'good']);
    assertRefused(
      await operator.call('POST', '/acquirers', { personId: 987654, provider: 'REDE2', settings: [] }),
      404,
      'person_unknown',
    );
    for (const provider of ['getnet', 'stone']) {
      okJson(await operator.call('POST', '/acquirers', { personId: 1, provider, settings: [] }));
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = okJson<{ items: AccountRow[]; next: string | null }>(
        await operator.call('GET', `/acquirers?of=1&limit=2${cursor}`),
      );
      seen.push(...page.items.map((account) => account.provider));
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    assert.deepEqual(seen, ['ADIQ', 'GETNET', 'STONE'], 'all pages together');
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    assertRefused(await seller.call('GET', `/acquirers/${id}`), 403, 'not_allowed');
  });
});
