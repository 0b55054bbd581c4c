import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { Secret } from '../../platform/secret.ts';
import { localTime } from '../../platform/time/clock.ts';
import { isCardNumber, maskCardNumber } from '../card-data/index.ts';
import type { CardPayment } from '../kinds/card/index.ts';
import { checkCard } from '../kinds/card/sale/card-sale.ts';
import { cardToRoute } from '../kinds/card/sale/to-route.ts';
import { momentOf, type NumberedRuleSet, type Route, type RuleSet } from '../providers/index.ts';
import { acquirerRefuse } from '../providers/refusals.ts';
import { createChooser } from '../providers/routing/choosing.ts';
import { simulatorCapabilities } from '../providers/simulator/connector/capabilities.ts';
import type { SalesReader, Transaction } from '../transactions/index.ts';
import { testNewTransaction, testOrder, testTransaction } from '../transactions/test-sale.ts';
import { MOST_TRIED_SALES, tryOnLastSales } from './try-rules.ts';

const SHOP = 7;
const ACCOUNTS = ['REDE', 'CIELO', 'STONE'];
const time = localTime('America/Sao_Paulo');
const NOW = Date.UTC(2026, 10, 26, 15);
const QUARTER_MS = 15 * 60_000;
const BINS = ['423564', '544828', '506723', '376411', '990000'];

interface Made {
  readonly bin: string;
  readonly amount: number;
  /** As merchants write it. */
  readonly brand: string | undefined;
  readonly hasReference: boolean;
  readonly payment: Partial<Omit<CardPayment, 'kind' | 'card'>>;
}

const made: fc.Arbitrary<Made> = fc.record({
  bin: fc.constantFrom(...BINS),
  amount: fc.integer({ min: 1, max: 30_000 }),
  brand: fc.constantFrom(undefined, 'Master', 'American Express', 'visa', 'Elo Caixa', 'Cartão da loja'),
  hasReference: fc.boolean(),
  payment: fc.record({
    type: fc.constantFrom('credit', 'debit'),
    installments: fc.integer({ min: 1, max: 14 }),
    interestType: fc.constantFrom(3, 4),
    authenticate: fc.constantFrom(1, 2, 3),
    capture: fc.boolean(),
    saveCard: fc.boolean(),
    recurrent: fc.boolean(),
  }),
});

const WHEN: readonly NonNullable<RuleSet['rules'][number]['when']>[] = [
  {},
  { brands: ['MASTERCARD', 'AMEX'] },
  { brands: ['VISA'] },
  { bins: ['544828'] },
  { kinds: ['debit'] },
  { installments: { from: 2, to: 6 } },
  { plans: ['issuer'] },
  { amount: { from: 10_000 } },
  { recurrence: ['first'] },
  { threeDs: true },
  { storedCard: false },
  { weekdays: ['thu'] },
  { hours: { from: '08:00', to: '12:00' } },
];
const rules: fc.Arbitrary<RuleSet> = fc.record({
  rules: fc.array(
    fc
      .tuple(
        fc.constantFrom(...WHEN),
        fc.shuffledSubarray(ACCOUNTS, { minLength: 1 }),
        fc.option(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))),
      )
      .map(([when, accounts, weights]) => ({
        ...{ name: 'r', when, accounts },
        ...(weights &&
          accounts.length > 1 && {
            split: weights.map((weight, place) => ({ account: accounts[place] ?? '', weight })),
          }),
      })),
    { maxLength: 4 },
  ),
});

let numbers = 0;
function numberOf(bin: string): string {
  numbers += 1;
  const digits = bin + String(numbers).padStart(9, '0');
  return [...'0123456789'].map((last) => digits + last).find(isCardNumber) ?? '';
}

/** A shop with all accounts, without rules so far: what its sales were asked as, and what was kept of them. */
function shopWith(sales: readonly Made[], active?: () => NumberedRuleSet) {
  let now = NOW;
  const able = (provider: string) => ({
    connector: { provider, capabilities: simulatorCapabilities(1, provider) },
    accountId: ACCOUNTS.indexOf(provider) + 1,
  });
  const reach = (provider: string) => able(provider) as unknown as Route;
  const chooser = createChooser(
    async () => ({ own: ACCOUNTS, fallback: 'REDE', reach, refused: acquirerRefuse }),
    {
      rules: { activeFor: async () => active?.() },
      now: () => momentOf(time.iso(now)),
      sellsIssuerAsStore: async () => false,
    },
  );
  const asked = sales.map(({ bin, brand, amount, hasReference, payment }, index) => {
    const number = numberOf(bin);
    const sale = testNewTransaction(number, {}, { amount });
    const typed = checkCard({ ...sale.cardFields, number: new Secret(number), brand }, false);
    const ordered = { ...sale.order.payment, ...payment, userAgent: 'browser' };
    const kept = testTransaction({
      ...{ merchantId: SHOP, amount, createdAt: NOW + index * QUARTER_MS },
      referenceId: hasReference ? `pedido-${index}` : undefined,
      order: testOrder({
        payment: {
          ...ordered,
          card: {
            ...{ mask: maskCardNumber(number), expirationMonth: '01', expirationYear: '2035', cvvSent: true },
            ...{ brand: typed.brandAnswered, holderName: undefined },
          },
        },
      }),
    });
    const live = cardToRoute(
      { ...sale, referenceId: kept.referenceId, order: { ...sale.order, payment: ordered } },
      { ...typed, fingerprint: '' },
      { merchantId: SHOP, transactionId: kept.id },
    );
    return { kept, live };
  });
  return {
    kept: asked.map(({ kept }) => kept),
    chooser,
    /** Where each sale goes by the active rules, at the time at which it was made. */
    goLive: async () => {
      const went: string[] = [];
      for (const { kept, live } of asked) {
        now = kept.createdAt;
        went.push((await chooser.choose(SHOP, live)).route.connector.provider);
      }
      return went;
    },
  };
}

/** Newest first, in pages. */
function readerOf(kept: readonly Transaction[]): Pick<SalesReader, 'list' | 'firstAttempts'> {
  const newest = [...kept].reverse();
  return {
    list: async (_, { limit, before }) => {
      const start = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1;
      return { sales: newest.slice(start, start + limit) } as never;
    },
    firstAttempts: async () => new Map(),
  };
}

async function tried(shop: ReturnType<typeof shopWith>, ruleSet: NumberedRuleSet) {
  const { chooser, kept } = shop;
  const dependencies = {
    ...{ acquirers: chooser, rules: { activeFor: async () => undefined }, time, sales: readerOf(kept) },
    accounts: { of: async () => ACCOUNTS.map((provider) => ({ provider })) as never },
  };
  return tryOnLastSales(dependencies, SHOP, { ruleSet });
}

test('rules send each kept sale where they send its request, once active', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 40 }), rules, async (sales, set) => {
      const ruleSet = { version: 3, ...set };
      const shop = shopWith(sales, () => ruleSet);
      const trial = await tried(shop, ruleSet);
      assert.equal(trial.uncertain, 0);
      const moved = new Map(trial.changes.map(({ transactionId, to }) => [transactionId, to]));
      assert.deepEqual(
        shop.kept.map(({ id }) => moved.get(id) ?? 'REDE'),
        await shop.goLive(),
      );
    }),
  );
});

test('the last 1,000 sales by card are tried, those by Pix between them left out', async () => {
  const cards = fc.sample(made, { numRuns: 1_100, seed: 32 });
  const ruleSet: NumberedRuleSet = {
    version: 1,
    rules: [
      {
        ...{ name: 'Metade', accounts: ['REDE', 'CIELO'] },
        split: ['REDE', 'CIELO'].map((account) => ({ account, weight: 50 })),
      },
    ],
  };
  const shop = shopWith(cards, () => ruleSet);
  const pix = () => testTransaction({ order: { ...testOrder(), payment: { kind: 'pix' } } as never });
  const mixed = shop.kept.flatMap((sale, index) => (index % 3 === 0 ? [sale, pix()] : [sale]));
  const trial = await tried({ ...shop, kept: mixed }, ruleSet);
  assert.equal(trial.sales, MOST_TRIED_SALES);
  const live = (await shop.goLive()).slice(-MOST_TRIED_SALES);
  for (const account of ['REDE', 'CIELO']) {
    const counted = trial.accounts.find((one) => one.account === account)?.tried;
    assert.equal(counted, live.filter((went) => went === account).length, account);
  }
  assert.equal(trial.moved, live.filter((went) => went !== 'REDE').length);
});
