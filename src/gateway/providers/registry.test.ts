import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { newDatabase, SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { type Database, sequenceMigrations } from '../../platform/database/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { openVault, type Vault, vaultMigrations } from '../../platform/vault/index.ts';
import { LONGEST_REFUND_DAYS } from './capabilities.ts';
import type { CardAcquirer } from './card-acquirer.ts';
import {
  acquirerMigrations,
  capabilitiesOf,
  createAcquirers,
  createLiveConnectors,
  createMerchantAccounts,
  limitsOfAccount,
  type MerchantAccounts,
} from './index.ts';
import { type CardToRoute, momentOf, type NumberedRuleSet } from './routing/index.ts';

const connector = (provider: string) => ({ provider, version: '1' }) as unknown as CardAcquirer;
const live = new Map(['REDE', 'CIELO'].map((provider) => [provider, connector(provider)]));

const onConnectorError = () => assert.fail('no connector fails here');

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

for (const engine of SQLITE_BY_DAY) {
  describe(`a merchant's accounts at acquirers on ${engine}`, () => {
    let database: Database;
    let vault: Vault;
    let close: () => Promise<void>;
    let now = 0;
    let accounts: MerchantAccounts;
    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate({ ...vaultMigrations, ...sequenceMigrations, ...acquirerMigrations });
      const masterKeys = [new Secret(randomBytes(32).toString('base64'))];
      vault = await openVault({ database, masterKeys, clock: { now: () => now } });
      accounts = createMerchantAccounts({ database, vault, clock: { now: () => now } });
    });
    after(() => close());

    const production = () => createAcquirers({ accounts, live, simulator: undefined, onConnectorError });
    const sandbox = () =>
      createAcquirers({ accounts, live: new Map(), simulator: connector, onConnectorError });
    const add = (personId: number, provider: string, isDefault = false, settings = {}) =>
      accounts.add({ personId, provider, settings, isDefault });

    test('in production a merchant without any is told so', async () => {
      await assert.rejects(production().route(1, undefined), refusedWith('provider_missing'));
      await assert.rejects(production().route(1, 'REDE'), refusedWith('provider_unknown'));
      await assert.rejects(production().route(1, undefined), /não tem conta em nenhuma adquirente/);
    });

    test('the only one is used when a sale names none, the default when there are several', async () => {
      await add(2, 'REDE');
      assert.equal((await production().route(2, undefined)).connector.provider, 'REDE');
      await add(2, 'CIELO', true);
      assert.equal((await production().route(2, undefined)).connector.provider, 'CIELO');
      assert.equal((await production().route(2, 'REDE')).connector.provider, 'REDE');
    });

    test('of several without a default none needs to be named where rules choose, nor for what was offered before', async () => {
      await add(30, 'REDE');
      await add(30, 'CIELO');
      const rules = [{ name: 'Tudo', accounts: ['CIELO', 'REDE'] }];
      let ruleSet: NumberedRuleSet | undefined = { version: 1, rules };
      const acquirers = createAcquirers({
        ...{ accounts, live, simulator: undefined, onConnectorError },
        routing: { rules: { activeFor: async () => ruleSet }, now: () => momentOf('2026-11-26T12:00:00') },
      });
      const [first] = await accounts.of(30);
      assert.equal((await acquirers.route(30, undefined)).connector.provider, first?.provider);
      ruleSet = undefined;
      await assert.rejects(acquirers.route(30, undefined), refusedWith('provider_missing'));
      const offered = { named: undefined, offeredWith: 'CIELO', key: 'k' };
      const asked = { ...offered, needs: { hasProof: false } } as unknown as CardToRoute;
      assert.equal((await acquirers.choose(30, asked)).route.connector.provider, 'CIELO');
    });

    test('an account that has not contracted debit or proofs is passed over for them, and sells all else', async () => {
      const limited = createMerchantAccounts({
        ...{ database, vault, clock: { now: () => now } },
        limitsOf: limitsOfAccount,
      });
      const options = { clock: { now: () => now }, production: false, timeScale: 1 };
      const acquirers = createAcquirers({
        ...{ accounts: limited, live: createLiveConnectors(options), simulator: undefined, onConnectorError },
      });
      for (const [personId, settings, kinds, proofs] of [
        [40, {}, ['credit', 'debit'], [true, true]],
        [41, { debit: 'off' }, ['credit'], [true, false]],
        [42, { threeDs: 'none' }, ['credit'], [false, false]],
        [43, { threeDs: 'external', debit: 'on' }, ['credit', 'debit'], [true, true]],
      ] as const) {
        await limited.add({ personId, provider: 'CIELO', settings, isDefault: true });
        const { connector: cielo } = await acquirers.route(personId, undefined);
        const able = (['credit', 'debit'] as const).map((kind) => cielo.capabilities('VISA', kind));
        assert.deepEqual(able[0]?.kinds, kinds);
        assert.deepEqual(
          able.map(({ externalProof }) => externalProof),
          proofs,
        );
      }
    });

    test('an account at a bank for plain slips alone takes no Pix', () => {
      const limits = (settings: Readonly<Record<string, string>>) =>
        limitsOfAccount('C6BANK', () => settings);
      assert.equal(limits({ slipProduct: 'plain' })?.pix, false);
      assert.equal(limits({ slipProduct: 'plain', randomKey: 'k' }), undefined);
      assert.equal(limits({}), undefined);
    });

    test('of several without a default a sale must name one', async () => {
      await add(3, 'REDE');
      await add(3, 'CIELO');
      await assert.rejects(production().route(3, undefined), refusedWith('provider_missing'));
      await assert.rejects(
        production().route(3, undefined),
        /Contas desta loja: (REDE, CIELO|CIELO, REDE)\./,
      );
    });

    test('in the sandbox the simulator answers under any name, REDE without one', async () => {
      assert.equal((await sandbox().route(4, undefined)).connector.provider, 'REDE');
      assert.equal((await sandbox().route(4, 'STONE')).connector.provider, 'STONE');
      await add(4, 'GETNET');
      assert.equal((await sandbox().route(4, undefined)).connector.provider, 'REDE');
      await add(4, 'CIELO', true);
      assert.equal((await sandbox().route(4, undefined)).connector.provider, 'CIELO');
    });

    test('settings are sealed at rest and opened for the call', async () => {
      await add(5, 'REDE', false, { pv: '12345678', key: 'muito-secreta' });
      const route = await production().route(5, undefined);
      assert.equal((await route.settings()).settings.key?.reveal(), 'muito-secreta');
      const rows = await database
        .read<{ acquirer_accounts: object }>()
        .selectFrom('acquirer_accounts')
        .selectAll()
        .execute();
      assert.ok(!JSON.stringify(rows).includes('muito-secreta'));
    });

    test('one account for each acquirer, until it is removed', async () => {
      await add(6, 'REDE');
      await assert.rejects(add(6, 'REDE'), refusedWith('account_exists'));
      assert.equal(await accounts.remove(6, 'REDE'), true);
      assert.equal(await accounts.remove(6, 'REDE'), false);
      assert.deepEqual(await accounts.list(6), []);
    });

    test('a removed account is no way for new sales, but still the way of those made through it', async () => {
      const account = await add(10, 'REDE', true, { pv: '1', key: 'antiga' });
      const made = { accountId: account.id, provider: 'REDE' };
      await accounts.remove(10, 'REDE');
      const next = await add(10, 'REDE', true, { pv: '2', key: 'nova' });
      const route = await production().routeOf(made);
      assert.equal(route?.accountId, account.id);
      assert.equal((await route?.settings())?.settings.key?.reveal(), 'antiga');
      assert.equal((await production().route(10, undefined)).accountId, next.id);
    });

    test('an account that never was and a provider without connector are no way', async () => {
      const stone = await add(11, 'STONE');
      assert.equal(await production().routeOf({ accountId: stone.id, provider: 'STONE' }), undefined);
      assert.equal(await production().routeOf({ accountId: 999_999, provider: 'REDE' }), undefined);
      assert.equal(await production().routeOf({ accountId: 0, provider: 'REDE' }), undefined);
      assert.equal((await sandbox().routeOf({ accountId: 0, provider: 'REDE' }))?.accountId, 0);
    });

    test('settings are changed in place, after a check that sees all of them', async () => {
      const account = await add(12, 'REDE', false, { pv: '12', key: 'antiga' });
      const seen: unknown[] = [];
      const change = {
        personId: 12,
        provider: 'REDE',
        settings: { key: 'nova' },
        check: (after: object, before: object) => seen.push(after, before),
      };
      assert.equal(await accounts.change(change), true);
      assert.deepEqual(seen, [
        { pv: '12', key: 'nova' },
        { pv: '12', key: 'antiga' },
      ]);
      const refused = { ...change, settings: { key: '' }, check: () => assert.fail('bad key') };
      await assert.rejects(accounts.change(refused), /bad key/);
      assert.equal(await accounts.change({ ...change, provider: 'CIELO' }), false);
      const { settings } = await accounts.settings(account);
      assert.deepEqual([settings.pv?.reveal(), settings.key?.reveal()], ['12', 'nova']);
    });

    test('the id of a removed account is never given to another', async () => {
      const removed = await add(8, 'REDE');
      await accounts.remove(8, 'REDE');
      const next = await add(9, 'REDE');
      assert.ok(next.id > removed.id);
    });

    test('a change made by another process acts within 3 s', async () => {
      const other = createMerchantAccounts({ database, vault, clock: { now: () => now } });
      await add(7, 'REDE');
      assert.equal((await accounts.of(7)).length, 1);
      await other.remove(7, 'REDE');
      now += 3_000;
      assert.deepEqual(await accounts.of(7), []);
    });
  });
}

test('a route, of a live connector or of the simulator, never throws', async () => {
  const errors: string[] = [];
  const broken = (provider: string) =>
    ({
      provider,
      query: () => {
        throw new TypeError('a bug');
      },
    }) as unknown as CardAcquirer;
  const accounts = {
    of: async () => [{ id: 1, personId: 1, provider: 'REDE', isDefault: true }],
  } as unknown as MerchantAccounts;
  const acquirers = createAcquirers({
    accounts,
    live: new Map([['REDE', broken('REDE')]]),
    simulator: broken,
    onConnectorError: (provider) => errors.push(provider),
  });
  const ids = { acquirerReference: 'R1', theirId: undefined, account: { accountId: '1', settings: {} } };
  for (const provider of ['REDE', 'CIELO']) {
    const { connector } = await acquirers.route(1, provider);
    assert.equal((await connector.query(ids)).outcome, 'unknown');
  }
  assert.deepEqual(errors, ['REDE', 'CIELO']);
});

test('a brand is asked about by its own name, however its merchant writes it', () => {
  const questions: unknown[] = [];
  const brandConnector = {
    capabilities: (...question: unknown[]) => {
      questions.push(question);
      return {};
    },
  } as unknown as CardAcquirer;
  const route = { connector: brandConnector };
  for (const brand of ['visa', 'VISA', 'Master', undefined]) {
    capabilitiesOf(route, { type: 'debit', card: { brand } });
  }
  capabilitiesOf(route, { type: 'credit', card: { brand: 'Cartão da loja', mask: '544828******0007' } });
  assert.deepEqual(questions, [
    ['VISA', 'debit'],
    ['VISA', 'debit'],
    ['MASTERCARD', 'debit'],
    [undefined, 'debit'],
    ['MASTERCARD', 'credit'],
  ]);
});

test('no acquirer refunds later than the history of a sale may go', () => {
  const clock = { now: () => 0 };
  for (const live of createLiveConnectors({ clock, production: true, timeScale: 1 }).values()) {
    for (const kind of ['credit', 'debit'] as const) {
      assert.ok(live.capabilities('VISA', kind).refund.windowDays <= LONGEST_REFUND_DAYS, live.provider);
    }
  }
});
