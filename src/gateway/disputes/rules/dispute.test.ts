import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { casesOf, fc } from '../../../../test/support/property.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { AT_NOTICE, dueWarning, isPastAnswer } from './deadline.ts';
import {
  afterStep,
  DISPUTE_KINDS,
  DISPUTE_STATES,
  type Dispute,
  type DisputeStep,
  isEnded,
} from './dispute.ts';
import { afterNotice, type DisputeNotice, disputeOfNotice, factsOfNotice } from './notice.ts';

const NOTICE: DisputeNotice = {
  transactionId: 't',
  source: 'manual',
  kind: 'chargeback',
  amount: 1_000,
  notifiedDay: '2026-11-26',
};

const disputeOf = (notice: DisputeNotice, id = 'd'): Dispute => ({
  ...factsOfNotice(notice),
  id,
  transactionId: notice.transactionId,
  merchantId: 1,
  provider: 'REDE',
  referenceId: undefined,
  source: notice.source,
  amount: notice.amount,
  answer: undefined,
  answeredAt: undefined,
  answeredBy: undefined,
  statement: undefined,
  warnedDays: undefined,
  createdAt: 0,
  updatedAt: 0,
  version: 1,
});

const STEPS: readonly DisputeStep[] = ['answer', 'accept', 'expire', 'win', 'lose', 'debit', 'credit'];
const aDay = fc.integer({ min: 0, max: 60 }).map((days) => daysAfter('2026-11-26', days));
const aNotice: fc.Arbitrary<DisputeNotice> = fc.record({
  transactionId: fc.constant('t'),
  source: fc.constantFrom('manual', 'rede', 'cielo', 'med'),
  kind: fc.constantFrom(...DISPUTE_KINDS),
  process: fc.constantFrom('1', '2', undefined),
  reasonCode: fc.constantFrom('10.4', '13.1', undefined),
  amount: fc.constantFrom(1_000, 700),
  notifiedDay: aDay,
  answerBy: fc.option(aDay, { nil: undefined }),
  money: fc.constantFrom('none', 'debited', 'credited', undefined),
  outcome: fc.constantFrom('won', 'lost', undefined),
});

/** As the room keeps them: a notice is merged into a dispute or makes one. */
function told(disputes: readonly Dispute[], notice: DisputeNotice): readonly Dispute[] {
  const known = disputeOfNotice(notice, disputes);
  if (!known) return [...disputes, disputeOf(notice, `d${disputes.length}`)];
  return disputes.map((one) => (one === known ? afterNotice(one, notice) : one));
}

function assertFollows(before: Dispute, after: Dispute | undefined): void {
  assert.ok(after && DISPUTE_STATES.includes(after.state));
  if (isEnded(before) && after.kind === before.kind) assert.equal(after.state, before.state);
  if (after.money === 'none') assert.equal(before.money, 'none');
  assert.equal(after.money === 'none', after.moneyDay === undefined);
  assert.equal(after.amount, before.amount);
  if (before.kind === 'fraud_alert') assert.equal(after.kind, 'fraud_alert');
}

test('whatever is told and done, a decided dispute stays decided unless a later stage opens it', () => {
  const anEvent = fc.oneof(aNotice, fc.constantFrom(...STEPS));
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 20 }), (events) => {
      let disputes: readonly Dispute[] = [];
      for (const event of events) {
        const before = disputes;
        disputes =
          typeof event === 'string'
            ? before.map((one) => afterStep(one, event, '2026-12-01') ?? one)
            : told(before, event);
        for (const [index, one] of before.entries()) assertFollows(one, disputes[index]);
      }
    }),
    { numRuns: casesOf(500) },
  );
});

test('the same notice a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.array(aNotice, { maxLength: 8 }), aNotice, (before, notice) => {
      const once = told(before.reduce(told, [] as readonly Dispute[]), notice);
      assert.deepEqual(told(once, notice), once);
    }),
    { numRuns: casesOf(500) },
  );
});

describe('A notice', () => {
  test('gives ten days where it names none, and none for what nobody can answer', () => {
    assert.equal(factsOfNotice(NOTICE).answerBy, '2026-12-06');
    assert.equal(factsOfNotice({ ...NOTICE, answerBy: '2026-12-01' }).answerBy, '2026-12-01');
    assert.equal(factsOfNotice({ ...NOTICE, kind: 'fraud_alert' }).answerBy, undefined);
    assert.equal(factsOfNotice({ ...NOTICE, kind: 'med' }).answerBy, undefined);
  });

  test('of an acquirer finds what a person typed from a letter, and brings its number and day', () => {
    const typed = disputeOf({ ...NOTICE, reasonCode: '10.4' });
    const notice = {
      ...NOTICE,
      source: 'rede' as const,
      process: '77',
      reasonCode: '10.4',
      answerBy: '2026-12-04',
      money: 'debited' as const,
    };
    assert.equal(disputeOfNotice(notice, [typed]), typed);
    const { process, answerBy, money, moneyDay } = afterNotice(typed, notice);
    assert.deepEqual([process, answerBy, money, moneyDay], ['77', '2026-12-04', 'debited', '2026-11-26']);
    assert.equal(disputeOfNotice({ ...notice, amount: 999 }, [typed]), undefined);
    assert.equal(disputeOfNotice({ ...notice, kind: 'fraud_alert' }, [typed]), undefined);
  });

  test('of a sale and of its debit are one dispute, whichever Rede tells first', () => {
    const sale = { ...NOTICE, source: 'rede' as const, isOfSale: true };
    const debit = {
      ...NOTICE,
      source: 'rede' as const,
      process: '77',
      reasonCode: '10.4',
      amount: 975,
      money: 'debited' as const,
    };
    for (const notices of [
      [sale, debit],
      [debit, sale],
    ]) {
      const [dispute, ...others] = notices.reduce(told, [] as readonly Dispute[]);
      assert.deepEqual(others, []);
      const { amount, process, reasonCode, money } = dispute as Dispute;
      assert.deepEqual([amount, process, reasonCode, money], [1_000, '77', '10.4', 'debited']);
    }
    const second = { ...debit, kind: 'second' as const, notifiedDay: '2027-01-10' };
    const old = { ...sale, outcome: 'won' as const, outcomeDay: '2026-12-20' };
    const [again] = [debit, old, second, old].reduce(told, [] as readonly Dispute[]);
    assert.deepEqual([again?.kind, again?.state], ['second', 'open']);
  });

  test('of a later stage opens a decided dispute again', () => {
    const won = { ...disputeOf({ ...NOTICE, process: '77' }), state: 'won' as const, warnedDays: 1 };
    const second = { ...NOTICE, process: '77', kind: 'second' as const, notifiedDay: '2027-01-10' };
    const after = afterNotice(won, second);
    assert.deepEqual(
      [after.kind, after.state, after.answerBy, after.warnedDays],
      ['second', 'open', '2027-01-20', undefined],
    );
  });
});

describe('The day to answer by', () => {
  const open = disputeOf({ ...NOTICE, answerBy: '2026-12-06' });
  test('is warned of at the notice, and five, two and one days before, once each', () => {
    const warnings: [string, number][] = [];
    let dispute = open;
    for (let day = '2026-11-26'; day <= '2026-12-08'; day = daysAfter(day, 1)) {
      for (let looks = 0; looks < 2; looks += 1) {
        const due = dueWarning(dispute, day);
        if (due === undefined) continue;
        warnings.push([day, due]);
        dispute = { ...dispute, warnedDays: due };
      }
    }
    assert.deepEqual(warnings, [
      ['2026-11-26', AT_NOTICE],
      ['2026-12-01', 5],
      ['2026-12-04', 2],
      ['2026-12-05', 1],
    ]);
  });

  test('is warned of once where the notice itself comes late', () => {
    assert.equal(dueWarning(open, '2026-12-05'), 1);
    assert.equal(dueWarning({ ...open, warnedDays: 1 }, '2026-12-06'), undefined);
  });

  test('passes when it is over, not before, and not where something was answered', () => {
    assert.equal(isPastAnswer(open, '2026-12-06'), false);
    assert.equal(isPastAnswer(open, '2026-12-07'), true);
    assert.equal(isPastAnswer({ ...open, state: 'answered' }, '2026-12-07'), false);
  });
});
