import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBanks } from './banks.ts';
import type { ChargeProvider } from './charge-provider.ts';
import type { MerchantAccount } from './merchant-accounts/index.ts';

const LONGEST_LIFE_MS = 1_000;

const provider = (name: string, acquirer?: object) =>
  ({ provider: name, version: '1', live: true, acquirer }) as unknown as ChargeProvider;
const account = (id: number, name: string, over: Partial<MerchantAccount> = {}): MerchantAccount => ({
  id,
  personId: 1,
  provider: name,
  isDefault: false,
  ...over,
});
const WITH_PIX = { debit: true, proof: true, pix: true } as const;

/** In production, with a connector to one bank and one to an acquirer. */
function banksOf(...accounts: readonly MerchantAccount[]) {
  return createBanks({
    accounts: {
      of: async () => accounts,
      list: async () => accounts,
      byId: async (id) => accounts.find((one) => one.id === id),
      settings: async ({ id }) => ({ accountId: String(id), settings: {} }),
    },
    live: new Map([
      ['C6BANK', provider('C6BANK')],
      ['CIELO', provider('CIELO', { longestLifeMs: LONGEST_LIFE_MS, referenceOf: async () => 'none' })],
    ]),
    simulator: undefined,
    onConnectorError: () => undefined,
  });
}

const routed = async (banks: ReturnType<typeof banksOf>, named?: string) =>
  (await banks.route(1, named))?.connector.provider;

test('a Pix goes to the account at a bank, and to an acquirer that takes Pix where there is none or it is named', async () => {
  const both = banksOf(account(1, 'CIELO', { isDefault: true, limits: WITH_PIX }), account(2, 'C6BANK'));
  assert.equal(await routed(both), 'C6BANK');
  assert.equal(await routed(both, 'CIELO'), 'CIELO');
  const alone = banksOf(account(1, 'REDE'), account(2, 'CIELO', { limits: WITH_PIX }));
  assert.equal(await routed(alone), 'CIELO');
});

test('an account at a bank for slips alone takes no Pix, and hides none of an acquirer', async () => {
  const slipsAlone = account(2, 'C6BANK', {
    isDefault: true,
    limits: { debit: false, proof: false, pix: false },
  });
  const both = banksOf(account(1, 'CIELO', { limits: WITH_PIX }), slipsAlone);
  assert.equal(await routed(both), 'CIELO');
  assert.equal(await routed(both, 'C6BANK'), undefined);
  assert.equal(await routed(banksOf(slipsAlone)), undefined);
});

test('an account at an acquirer takes no Pix unless it says so', async () => {
  const cardsAlone = banksOf(account(1, 'CIELO', { isDefault: true }));
  assert.equal(await routed(cardsAlone), undefined);
  assert.equal(await routed(cardsAlone, 'CIELO'), undefined);
  // A Pix of before is still found.
  assert.equal((await cardsAlone.routeOf({ accountId: 1, provider: 'CIELO' }))?.connector.provider, 'CIELO');
});

test('an acquirer is not asked for a list of what arrived, which it does not have', async () => {
  const both = banksOf(account(1, 'CIELO', { limits: WITH_PIX }), account(2, 'C6BANK'));
  assert.deepEqual(
    (await both.inUse()).map(({ accountId }) => accountId),
    [2],
  );
});
