import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthority } from '../../../simulators/pix-host/tls/authority.ts';
import type { MerchantAccount, MerchantAccounts } from '../../gateway/providers/index.ts';
import { Secret } from '../../platform/secret.ts';
import { certificateEnds } from './certificate-ends.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('certificates of accounts at banks are told by their end, and looked at again after ten minutes', async () => {
  const authority = await createAuthority();
  const start = Math.floor(Date.now() / 1_000) * 1_000;
  const ends = { ITAU: start + 40 * DAY_MS, BB: start + 5 * DAY_MS };
  const known: MerchantAccount[] = (['ITAU', 'REDE', 'BB', 'INTER'] as const).map((provider, index) => ({
    id: index + 1,
    personId: index + 10,
    provider,
    isDefault: false,
  }));
  let opened = 0;
  const accounts: Pick<MerchantAccounts, 'list' | 'settings'> = {
    list: async () => known,
    settings: async ({ id, provider }) => {
      opened += 1;
      const to = ends[provider as keyof typeof ends];
      const made = to === undefined ? undefined : await authority.issue({ name: provider, to: new Date(to) });
      return {
        accountId: String(id),
        settings: made
          ? { certificate: new Secret(made.certificate), certificateKey: new Secret(made.key) }
          : { clientId: new Secret('x') },
      };
    },
  };
  let now = start;
  const read = certificateEnds(accounts, { now: () => now });
  const told = [
    { personId: 12, provider: 'BB', endsAt: ends.BB },
    { personId: 10, provider: 'ITAU', endsAt: ends.ITAU },
  ];
  assert.deepEqual(await read(), told);
  now += 9 * MINUTE_MS;
  assert.deepEqual(await read(), told);
  assert.equal(opened, 3, 'an account that takes cards is not opened, and nothing twice');
  now += 2 * MINUTE_MS;
  await read();
  assert.equal(opened, 6);
});
