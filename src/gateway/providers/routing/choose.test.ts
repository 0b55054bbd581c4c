import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { avoiding, type CandidateAccount, choose, chosenNext, ruleFor } from './choose.ts';
import { momentOf, type PaymentFacts } from './facts.ts';
import type { Conditions, Rule } from './rule-set.ts';
import { shareOf, splitKey } from './split.ts';

const CREDIT: PaymentFacts = {
  kind: 'credit',
  amount: 10_000,
  brand: 'VISA',
  bin: '42356477',
  installments: 3,
  plan: 'store',
  storedCard: false,
  threeDs: false,
};
/** A Thursday. */
const NOON = momentOf('2026-11-26T12:00:00');
const ABLE: readonly CandidateAccount[] = ['REDE', 'CIELO', 'THIRD'].map((account) => ({
  account,
  strike: undefined,
  isOwn: true,
}));

const speaks = (when: Conditions, facts: Partial<PaymentFacts> = {}, at = NOON) =>
  ruleFor({ version: 1, rules: [{ name: 'r', when, accounts: ['REDE'] }] }, { ...CREDIT, ...facts }, at);

/** `fallback` '': there is none. */
const chosen = (rules: readonly Rule[], candidates = ABLE, key = 'k', fallback = 'REDE') =>
  choose({
    ruleSet: { version: 7 },
    found: ruleFor({ version: 7, rules }, CREDIT, NOON),
    key,
    candidates,
    fallback: fallback || undefined,
  });

const struck = (...accounts: string[]): readonly CandidateAccount[] =>
  ABLE.map((one) => (accounts.includes(one.account) ? { ...one, strike: 'installments' as const } : one));

describe('a rule speaks of a payment', () => {
  const cases: readonly [string, Conditions, boolean, Partial<PaymentFacts>?, string?][] = [
    ['that has nothing to hold', {}, true],
    ['of one of its brands', { brands: ['ELO', 'VISA'] }, true],
    ['not of another brand', { brands: ['ELO'] }, false],
    ['not of a brand that nobody knows', { brands: ['ELO'] }, false, { brand: undefined }],
    ['whose card begins so, by six digits', { bins: ['423564'] }, true],
    ['whose card begins so, by eight', { bins: ['42356477'] }, true],
    ['not whose card begins otherwise', { bins: ['42356478'] }, false],
    ['of its kind', { kinds: ['credit'] }, true],
    ['not of another kind', { kinds: ['debit', 'pix'] }, false],
    ['of the least installments', { installments: { from: 3 } }, true],
    ['of the most installments', { installments: { to: 3 } }, true],
    ['not of fewer', { installments: { from: 4, to: 12 } }, false],
    ['not of more', { installments: { to: 2 } }, false],
    ['of its plan', { plans: ['store'] }, true],
    ['not of the other plan', { plans: ['issuer'] }, false],
    ['of its amount, both ends', { amount: { from: 10_000, to: 10_000 } }, true],
    ['not of a smaller one', { amount: { from: 10_001 } }, false],
    ['of the first of a recurrence', { recurrence: ['first'] }, true, { recurrence: 'first' }],
    ['not of what is no recurrence', { recurrence: ['first', 'following'] }, false],
    ['with a card that is typed', { storedCard: false }, true],
    ['not with one that is stored', { storedCard: false }, false, { storedCard: true }],
    ['that asks for 3-D Secure', { threeDs: true }, true, { threeDs: true }],
    ['not that asks for none', { threeDs: true }, false],
    ['on its weekday', { weekdays: ['thu'] }, true],
    ['not on another', { weekdays: ['fri', 'wed'] }, false],
    ['from its first minute on', { hours: { from: '12:00', to: '13:00' } }, true],
    ['not in its last one', { hours: { from: '08:00', to: '12:00' } }, false],
    ['after midnight', { hours: { from: '22:00', to: '06:00' } }, true, {}, '2026-11-26T05:59:59'],
    ['not after those hours', { hours: { from: '22:00', to: '06:00' } }, false, {}, '2026-11-26T06:00:00'],
    ['until the end of the day', { hours: { from: '18:00', to: '24:00' } }, true, {}, '2026-11-29T23:59:00'],
  ];
  for (const [what, when, isMatch, facts, at] of cases) {
    test(what, () => {
      const { rule } = speaks(when, facts, at === undefined ? NOON : momentOf(at));
      assert.equal(rule !== undefined, isMatch);
    });
  }

  test('is uncertain where it asks for more digits than are known, and all else holds', () => {
    assert.deepEqual(speaks({ bins: ['42356477'] }, { bin: '423564' }), {
      rule: undefined,
      isUncertain: true,
    });
    assert.equal(speaks({ bins: ['42356477'], kinds: ['debit'] }, { bin: '423564' }).isUncertain, false);
    assert.equal(speaks({ bins: ['42356477', '4235'.padEnd(6, '6')] }, { bin: '423564' }).isUncertain, true);
  });

  test('knows each weekday', () => {
    const days = ['23', '24', '25', '26', '27', '28', '29'].map((day) => momentOf(`2026-11-${day}T00:01:00`));
    assert.deepEqual(
      days.map(({ weekday }) => weekday),
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    );
    assert.equal(days[0]?.minute, 1);
  });
});

describe('the account that is chosen', () => {
  const rule = (name: string, accounts: string[], more: Partial<Rule> = {}): Rule => ({
    name,
    accounts,
    ...more,
  });

  test('is the first of the first rule that holds, and the others of that rule follow in their order', () => {
    const choice = chosen([
      rule('debit', ['THIRD'], { when: { kinds: ['debit'] } }),
      rule('mine', ['CIELO', 'REDE']),
      rule('later', ['THIRD']),
    ]);
    assert.deepEqual(choice, {
      account: 'CIELO',
      by: 'rule',
      version: 7,
      rule: 'mine',
      next: ['REDE'],
      struckOut: [],
    });
  });

  test('is the next one where the first cannot take it, and that is told', () => {
    const choice = chosen([rule('mine', ['CIELO', 'REDE'])], struck('CIELO'));
    assert.equal(choice?.account, 'REDE');
    assert.deepEqual(choice.next, []);
    assert.deepEqual(choice.struckOut, [{ account: 'CIELO', why: 'installments' }]);
  });

  test('is the default where no rule holds, or none of its accounts can take it', () => {
    const none = chosen([rule('debit', ['CIELO'], { when: { kinds: ['debit'] } })]);
    assert.deepEqual([none?.account, none?.by, none?.rule, none?.next], ['REDE', 'default', undefined, []]);
    const unable = chosen([rule('mine', ['CIELO', 'THIRD'])], struck('CIELO', 'THIRD'));
    assert.deepEqual([unable?.account, unable?.by, unable?.rule], ['REDE', 'default', 'mine']);
  });

  test('is another of the person where the default cannot take it, and the default where none can', () => {
    const rules = [rule('mine', ['REDE'])];
    const other = chosen(rules, struck('REDE'));
    assert.deepEqual([other?.account, other?.by], ['CIELO', 'able']);
    const nobody = chosen(rules, struck('REDE', 'CIELO', 'THIRD'));
    assert.deepEqual([nobody?.account, nobody?.by], ['REDE', 'default']);
    const noDefault = chosen(rules, struck('REDE', 'CIELO', 'THIRD'), 'k', '');
    assert.deepEqual([noDefault?.account, noDefault?.by], ['REDE', 'first']);
    assert.equal(chosen(rules, [], 'k', ''), undefined);
  });

  test('is never one that only another rule names', () => {
    const foreign = ABLE.map((one) => ({ ...one, isOwn: false }));
    const choice = chosen(
      [rule('mine', ['REDE'])],
      foreign.filter(({ account }) => account === 'THIRD'),
    );
    assert.deepEqual([choice?.account, choice?.by], ['REDE', 'default']);
  });

  test('comes after well ones while it is not well, and stays where all are sick', () => {
    const choice = chosen([rule('mine', ['CIELO', 'REDE', 'THIRD'])]);
    assert.ok(choice);
    const avoided = avoiding(choice, new Map([['CIELO', 'open']]));
    assert.deepEqual([avoided.account, ...avoided.next], ['REDE', 'THIRD', 'CIELO']);
    assert.deepEqual(avoided.struckOut, [{ account: 'CIELO', why: 'open' }]);
    const all = new Map(['CIELO', 'REDE', 'THIRD'].map((account) => [account, 'paused'] as const));
    assert.equal(avoiding(choice, all), choice);
    const paused = avoiding(
      choice,
      new Map([
        ['CIELO', 'paused'],
        ['REDE', 'open'],
        ['THIRD', 'open'],
      ]),
    );
    assert.deepEqual([paused.account, ...paused.next], ['REDE', 'THIRD', 'CIELO'], 'a person has said no');
    assert.deepEqual(paused.struckOut, [{ account: 'CIELO', why: 'paused' }]);
  });

  test('has one after it for a second try, which says so', () => {
    const choice = chosen([rule('mine', ['CIELO', 'REDE'])]);
    assert.ok(choice);
    const second = chosenNext(choice);
    assert.deepEqual([second?.account, second?.by, second?.next], ['REDE', 'failover', []]);
    assert.equal(second && chosenNext(second), undefined);
  });
});

const ACCOUNTS = ['REDE', 'CIELO', 'THIRD'] as const;
const key = fc.string({ minLength: 1, maxLength: 30 });
const shares = fc
  .tuple(...ACCOUNTS.map(() => fc.integer({ min: 0, max: 100 })))
  .map((weights) => ACCOUNTS.map((account, index) => ({ account, weight: weights[index] ?? 0 })))
  .filter((all) => all.some(({ weight }) => weight > 0));

describe('a split', () => {
  test('is the same for the same key, and gives an account that has a weight', () => {
    fc.assert(
      fc.property(shares, key, (all, one) => {
        const account = shareOf(all, one);
        assert.equal(shareOf([...all].reverse(), one), account);
        assert.ok(all.some((share) => share.account === account && share.weight > 0));
      }),
    );
  });

  test('moves only payments of an account that falls out', () => {
    fc.assert(
      fc.property(shares, key, fc.constantFrom(...ACCOUNTS), (all, one, gone) => {
        const account = shareOf(all, one);
        const rest = all.filter((share) => share.account !== gone);
        if (account !== gone) assert.equal(shareOf(rest, one), account);
      }),
    );
  });

  test('moves payments only to an account whose weight grows', () => {
    fc.assert(
      fc.property(shares, key, fc.integer({ min: 1, max: 100 }), (all, one, more) => {
        const grown = all.map((share) =>
          share.account === 'CIELO' ? { ...share, weight: share.weight + more } : share,
        );
        const after = shareOf(grown, one);
        assert.ok(after === 'CIELO' || after === shareOf(all, one));
      }),
    );
  });

  test('comes out as its weights say', () => {
    const all = [
      { account: 'REDE', weight: 80 },
      { account: 'CIELO', weight: 20 },
    ];
    let cielo = 0;
    for (let order = 0; order < 20_000; order += 1) {
      const one = splitKey(7, { referenceId: `pedido-${order}`, transactionId: 't' });
      if (shareOf(all, one) === 'CIELO') cielo += 1;
    }
    assert.ok(Math.abs(cielo / 20_000 - 0.2) < 0.015, `${cielo} of 20000`);
  });

  test('is that of the order where it has a reference, whoever repeats it, and of the person', () => {
    const first = splitKey(7, { referenceId: 'p1', transactionId: 'a' });
    assert.equal(splitKey(7, { referenceId: 'p1', transactionId: 'b' }), first);
    assert.notEqual(splitKey(8, { referenceId: 'p1', transactionId: 'a' }), first);
    assert.notEqual(splitKey(7, { referenceId: undefined, transactionId: 'p1' }), first);
  });

  test('has stood since it was first used', () => {
    const all = ACCOUNTS.map((account) => ({ account, weight: 1 }));
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) =>
      splitKey(1, { referenceId: one, transactionId: '' }),
    );
    assert.equal(keys.map((one) => shareOf(all, one)?.[0]).join(''), 'TRRRTT');
  });
});

test('whatever the rules, a payment goes to an account that can take it if there is one, and struck ones are told', () => {
  const rule = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    accounts: fc.shuffledSubarray([...ACCOUNTS], { minLength: 1 }),
    when: fc.constantFrom<Conditions>(
      {},
      { kinds: ['debit'] },
      { brands: ['VISA'] },
      { installments: { from: 2 } },
    ),
    split: fc.constant<NonNullable<Rule['split']>>([{ account: 'REDE', weight: 1 }]),
  });
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      fc.subarray([...ACCOUNTS]),
      fc.constantFrom('', ...ACCOUNTS),
      key,
      (rules, unable, fallback, one) => {
        const choice = chosen(rules, struck(...unable), one, fallback);
        if (!choice) {
          assert.equal(fallback, '');
          return;
        }
        const isStruck = unable.some((account) => account === choice.account);
        assert.equal(isStruck, unable.length === ACCOUNTS.length);
        assert.deepEqual(new Set(choice.struckOut.map(({ account }) => account)), new Set(unable));
        assert.ok(
          ![...choice.next].some(
            (account) => account === choice.account || unable.includes(account as never),
          ),
        );
      },
    ),
  );
});
