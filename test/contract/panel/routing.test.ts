import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoutingPage, RulesDetail, TrialAnswer } from '../../../src/panel/routing/schema.ts';
import type { Sale } from '../../../src/panel/sales/schema.ts';
import { recordOf } from '../../support/gateway-answers.ts';
import { MASTERCARD, sell } from '../../support/gateway-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const RULES = {
  rules: [
    { name: 'Mastercard na Cielo', when: { brands: ['MASTERCARD'] }, accounts: ['CIELO', 'REDE'] },
    {
      name: 'Parcelado',
      when: { installments: { from: 2, to: 6 }, amount: { from: 1_000 }, weekdays: ['mon'], threeDs: false },
      accounts: ['REDE', 'CIELO'],
      split: [
        { account: 'REDE', weight: 800 },
        { account: 'CIELO', weight: 200 },
      ],
    },
  ],
};

onSqliteByDay('Rotas in the panel', {}, (service) => {
  test("a shop's administrator keeps a version, tries it, activates it and finds it at a sale and in the audit", async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const first = recordOf(await sell(service, { cardInfo: { number: MASTERCARD } }));
    const empty = okJson<RoutingPage>(await seller.call('GET', '/routing'));
    assert.deepEqual([empty.versions, empty.activeSince, empty.usesInstallation], [[], null, false]);
    assert.deepEqual(
      empty.accounts.map(({ provider }) => provider),
      ['REDE', 'CIELO'],
    );

    const draft = okJson<TrialAnswer>(await seller.call('POST', '/routing/test', RULES));
    assert.deepEqual([draft.trial?.sales, draft.trial?.moved], [1, 1]);
    assert.equal(draft.trial?.changes[0]?.transactionId, first.top.transactionId);

    const { version } = okJson<{ version: number }>(await seller.call('POST', '/routing', RULES));
    const shown = okJson<RulesDetail>(await seller.call('GET', `/routing/${version}`));
    assert.deepEqual(
      shown.list.map(({ whenText, accountsText }) => [whenText.replaceAll('\u00a0', ' '), accountsText]),
      [
        ['Mastercard', 'Cielo, depois Rede'],
        ['de 2 a 6 parcelas · a partir de R$ 10,00 · sem 3-D Secure · segunda', 'Rede 80%, Cielo 20%'],
      ],
    );
    const payment = { amount: 5_000, brand: 'MASTERCARD', installments: 2, plan: 'issuer' };
    const { choice } = okJson<TrialAnswer>(await seller.call('POST', '/routing/test', { version, payment }));
    assert.deepEqual([choice?.account, choice?.rule, choice?.next], ['Cielo', 'Mastercard na Cielo', []]);
    assert.match(choice?.text ?? '', /Rede ficou de fora: não vende parcelas com juros do emissor/);

    okJson(await seller.call('POST', `/routing/${version}/activate`));
    service.clock.advance(2_000);
    const sold = recordOf(await sell(service, { cardInfo: { number: MASTERCARD } }));
    const sale = okJson<Sale>(await seller.call('GET', `/sales/${sold.top.transactionId}`));
    const reason = `A regra "Mastercard na Cielo" (versão ${version}) manda para Cielo.`;
    assert.equal(sale.routing, reason);
    const sent = sale.timeline.find(({ title }) => title === 'Enviada: Cielo');
    assert.ok(sent?.details.some(({ label, value }) => label === 'Por que' && value === reason));
    const before = okJson<Sale>(await seller.call('GET', `/sales/${first.top.transactionId}`));
    assert.equal(before.routing, null);

    okJson(await seller.call('POST', '/routing/off'));
    assert.equal(okJson<RoutingPage>(await seller.call('GET', '/routing')).activeSince, null);
    const { entries } = await service.command('audit', 'list');
    const operations = (entries as { operation: string }[]).map(({ operation }) => operation);
    for (const operation of [
      'painel POST /routing',
      'painel POST /routing/:version/activate',
      'painel POST /routing/off',
    ]) {
      assert.ok(operations.includes(operation), operation);
    }
  });

  test('rules that are wrong are told with their place, and a version that is not there is not found', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const wrong = {
      rules: [{ name: 'Débito', accounts: ['REDE'], split: [{ account: 'CIELO', weight: 1 }] }],
    };
    assertRefused(await seller.call('POST', '/routing', wrong), 400, 'routing_rules_invalid');
    assertRefused(await seller.call('POST', '/routing/99/activate'), 404, 'routing_version_unknown');
    assertRefused(await seller.call('GET', '/routing/99'), 404, 'routing_version_unknown');
  });

  test("the platform's team without a shop has the installation's rules, which hold for shops without their own", async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const page = okJson<RoutingPage>(await operator.call('GET', '/routing'));
    assert.equal(page.personId, null);
    const { version } = okJson<{ version: number }>(await operator.call('POST', '/routing', RULES));
    okJson(await operator.call('POST', `/routing/${version}/activate`));
    service.clock.advance(2_000);
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const own = okJson<RoutingPage>(await seller.call('GET', '/routing'));
    assert.deepEqual([own.usesInstallation, own.activeSince], [true, null]);
    okJson(await operator.call('POST', '/routing/off'));
    assertRefused(await operator.call('POST', '/routing/test', { version }), 400, 'field_invalid');
  });

  test("a shop's own accounts are told with how they do", async () => {
    await service.command('acquirer', 'add', '--person', '1', '--provider', 'GETNET', '--default');
    service.clock.advance(5_000);
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    const { accounts } = okJson<RoutingPage>(await seller.call('GET', '/routing'));
    assert.deepEqual(accounts, [
      {
        provider: 'GETNET',
        name: 'GETNET',
        isDefault: true,
        stand: { state: 'healthy', since: null, until: null, reason: null },
      },
      { provider: 'REDE', name: 'Rede', isDefault: false, stand: null },
      { provider: 'CIELO', name: 'Cielo', isDefault: false, stand: null },
    ]);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { items } = okJson<{ items: { provider: string; stand: { state: string } | null }[] }>(
      await operator.call('GET', '/acquirers'),
    );
    assert.deepEqual(
      items.map(({ provider, stand }) => [provider, stand?.state]),
      [['GETNET', 'healthy']],
    );
  });
});
