import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MerchantAccount, MerchantAccounts } from '../../gateway/providers/index.ts';
import { Secret } from '../../platform/secret.ts';
import { checkAccounts } from './check-accounts.ts';

const ACCOUNT: MerchantAccount = { id: 1, personId: 7, provider: 'REDE', isDefault: true };
const KEY = '0123456789abcdef0123456789abcdef';

function accountsWith(settings: Readonly<Record<string, string>> | undefined) {
  const listed: Pick<MerchantAccounts, 'list' | 'settings'> = {
    list: async () => (settings ? [ACCOUNT] : []),
    settings: async () => ({
      accountId: String(ACCOUNT.id),
      settings: Object.fromEntries(
        Object.entries(settings ?? {}).map(([name, value]) => [name, new Secret(value)]),
      ),
    }),
  };
  return { merchantAccounts: listed as MerchantAccounts };
}

test('an account whose settings are whole is well', async () => {
  const found = await checkAccounts(accountsWith({ pv: '10000001', key: KEY }), 'production');
  assert.equal(found.state, 'good', found.text);
});

test('one that lacks a setting is named with its person, and what it has is not', async () => {
  const found = await checkAccounts(accountsWith({ key: KEY }), 'production');
  assert.equal(found.state, 'bad');
  assert.match(found.text, /^1 com ajuste errado; pessoa 7, REDE: O ajuste pv /);
  assert.doesNotMatch(found.text, new RegExp(KEY));
});

test('without any a production refuses all sales, and a sandbox has its simulator', async () => {
  assert.equal((await checkAccounts(accountsWith(undefined), 'production')).state, 'warn');
  assert.equal((await checkAccounts(accountsWith(undefined), 'sandbox')).state, 'info');
});
