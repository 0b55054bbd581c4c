import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsProblem } from '../../account-settings.ts';
import { redeKind } from '../index.ts';
import { accountAt } from '../test-account.ts';
import { redeAccount } from './settings.ts';

const GOOD = { pv: '12345678', key: 'chave-secreta' };
const problem = (more: Readonly<Record<string, string>>, production = true) =>
  settingsProblem(redeKind, { ...GOOD, ...more }, production)?.name;

test('PV and key are needed, everything else has a default', () => {
  assert.equal(settingsProblem(redeKind, {}, true)?.name, 'pv');
  assert.equal(settingsProblem(redeKind, { pv: '1' }, true)?.name, 'key');
  assert.equal(problem({}), undefined);
});

test('what cannot be a setting is named, and its value is not repeated', () => {
  for (const [name, values] of Object.entries({
    pv: ['0123', '12 34', '12.345', 'abc', '', '1'.repeat(16)],
    key: ['', 'duas palavras', 'acentuação', 'x'.repeat(256), 'linha\n'],
    auth: ['Basic', 'none', ''],
    softDescriptor: ['yes', 'ON'],
    softDescriptorMax: ['0', '19', '013', '-1', '1.5', 'treze', ''],
    issuerInstallments: ['loja', 'STORE', ''],
    timeZoneOffset: ['3', '-3'],
    api: ['rede', 'ftp://rede.example', 'https://user:pass@rede.example', 'https://rede.example/?x=1'],
    token: ['', 'https://rede.example/#x', `https://rede.example/${'x'.repeat(300)}`],
    senha: ['muito-secreta'],
  })) {
    for (const value of values) {
      const found = settingsProblem(redeKind, { ...GOOD, [name]: value }, true);
      assert.equal(found?.name, name, `${name}=${value}`);
      if (value.length > 5) assert.ok(!found.problem.includes(value));
    }
  }
});

test('in production cards go out in clear only to a host on this machine', () => {
  for (const host of ['127.0.0.1:8123', 'localhost:8123', '[::1]:8123']) {
    assert.equal(problem({ api: `http://${host}/v2` }), undefined, host);
  }
  for (const host of ['rede.example', '127.0.0.1.example', '10.0.0.5', '[::2]']) {
    assert.equal(problem({ api: `http://${host}/v2` }), 'api', host);
    assert.equal(problem({ token: `http://${host}/token` }), 'token', host);
    assert.equal(problem({ api: `http://${host}/v2` }, false), undefined, host);
  }
});

const read = (more: Readonly<Record<string, string>>, production: boolean) => {
  const { settings } = accountAt('http://x', more);
  const { api: _api, token: _token, ...defaults } = settings;
  const account = redeAccount(
    { accountId: '7', settings: { ...defaults, ...only(settings, more) } },
    production,
  );
  return typeof account === 'string' ? assert.fail(account) : account;
};

function only<Value>(all: Readonly<Record<string, Value>>, names: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in names));
}

test("the default addresses are Rede's, of the mode and the version", () => {
  const live = read({}, true);
  assert.equal(live.api, 'https://api.userede.com.br/erede/v2');
  assert.equal(live.tokenAddress, 'https://api.userede.com.br/redelabs/oauth2/token');
  assert.equal(read({ auth: 'basic' }, true).api, 'https://api.userede.com.br/erede/v1');
  const sandbox = read({}, false);
  assert.equal(sandbox.api, 'https://sandbox-erede.useredecloud.com.br/v2');
  assert.equal(sandbox.tokenAddress, 'https://rl7-sandbox-api.useredecloud.com.br/oauth2/token');
});

test('the address may be that of a call, with or without a last slash', () => {
  for (const api of [
    'http://localhost:1/v2',
    'http://localhost:1/v2/',
    'http://localhost:1/v2/transactions/',
  ]) {
    assert.equal(read({ api }, true).api, 'http://localhost:1/v2');
  }
});

test('missing or outdated settings are reported by name only', () => {
  assert.equal(redeAccount({ accountId: '7', settings: {} }, true), 'the setting pv is missing');
  assert.equal(redeAccount(accountAt('http://rede.example'), true), 'the setting api is wrong');
});
