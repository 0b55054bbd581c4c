import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../../platform/secret.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { settingsProblem } from '../account-settings.ts';
import { ACCOUNT_KINDS } from '../registry.ts';
import { accessAt, SLIP_PROVIDERS, slipAccount } from './account.ts';
import { createLiveSlipBanks } from './index.ts';
import { bankText, centavosIn } from './texts.ts';

const LOGIN = { clientId: 'loja', clientSecret: 'segredo' };
const KEY = { randomKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' };

function accountOf(provider: string, settings: Readonly<Record<string, string>>) {
  const secrets = Object.entries(settings).map(([name, value]) => [name, new Secret(value)]);
  return slipAccount(provider, { accountId: '7', settings: Object.fromEntries(secrets) }, true);
}

function problemOf(provider: string, settings: Readonly<Record<string, string>>) {
  const kind = ACCOUNT_KINDS.find((one) => one.provider === provider);
  return kind && settingsProblem(kind, settings, true);
}

test('the banks for slips are those whose accounts have settings for them', () => {
  assert.deepEqual(
    [...createLiveSlipBanks({ clock: systemClock, production: true, timeScale: 1 }).keys()],
    SLIP_PROVIDERS,
  );
});

test('an account for plain slips alone needs no Pix key, one for hybrid slips does', () => {
  const plain = { ...LOGIN, slipProduct: 'plain', beneficiary: '005712345678' };
  assert.equal(problemOf('ITAU', plain), undefined);
  assert.equal(typeof accountOf('ITAU', plain), 'object');
  assert.equal(problemOf('ITAU', { ...LOGIN, beneficiary: '005712345678' })?.name, 'randomKey');
  assert.equal(accountOf('ITAU', { ...LOGIN, beneficiary: '005712345678' }), 'the account has no Pix key');
  assert.equal(typeof accountOf('C6BANK', { ...LOGIN, ...KEY }), 'object');
  // Without anything for slips it is an account for Pix, as ever.
  assert.equal(problemOf('ITAU', LOGIN)?.name, 'randomKey');
});

test('a wrong setting is named', () => {
  assert.equal(problemOf('ITAU', { ...LOGIN, ...KEY, beneficiary: '57' })?.name, 'beneficiary');
  assert.equal(problemOf('C6BANK', { ...LOGIN, ...KEY, slipProduct: 'both' })?.name, 'slipProduct');
  assert.equal(problemOf('BB', { ...LOGIN, ...KEY, appKey: 'x', slipProduct: 'plain' })?.name, 'slipProduct');
  assert.equal(accountOf('ITAU', { ...LOGIN, ...KEY }), 'the setting beneficiary is missing');
});

test('each of a bank’s interfaces is reached at its own address, or all of them at another host', () => {
  const itau = { ...LOGIN, ...KEY, beneficiary: '005712345678' };
  const addressOf = (account: ReturnType<typeof accountOf>) =>
    typeof account === 'string'
      ? account
      : accessAt(account, 'https://api.itau.com.br/cash_management/v2').api;
  assert.equal(addressOf(accountOf('ITAU', itau)), 'https://api.itau.com.br/cash_management/v2');
  const elsewhere = accountOf('ITAU', { ...itau, slips: 'https://banco.example/' });
  assert.equal(addressOf(elsewhere), 'https://banco.example/cash_management/v2');
});

test('amounts are read in every form that banks write them in', () => {
  const read = [
    '300.00',
    '300',
    '300.5',
    300,
    0.1 + 0.2,
    '00000000000030000',
    '',
    '-1',
    'x',
    Number.NaN,
    null,
  ];
  assert.deepEqual(read.map(centavosIn), [
    30_000,
    30_000,
    30_050,
    30_000,
    30,
    30_000,
    ...Array(5).fill(undefined),
  ]);
});

test('texts lose accents and long dashes, and are never empty', () => {
  assert.equal(bankText('Ação – João', 50), 'Acao - Joao');
  assert.equal(bankText('株式会社', 50), '.');
  assert.equal(bankText('x'.repeat(60), 45).length, 45);
});
