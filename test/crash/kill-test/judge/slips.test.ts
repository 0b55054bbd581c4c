import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import type { BookedPayment } from './pix-evidence.ts';
import type { BankSlip, SlipEvidence } from './slip-evidence.ts';
import { VALID_EVIDENCE } from './valid-evidence.ts';
import { VALID_SLIPS } from './valid-slips.ts';

/** What the evidence says wrongly, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<Evidence>];

const BOOKED = 'all money of slips is booked, and surplus is not kept';
const { cases, history, transactions } = VALID_EVIDENCE;
const { halves, payments } = VALID_SLIPS;

const FALSIFICATIONS: readonly Falsification[] = [
  ['a canceled one that can still be paid', 'what is over cannot be paid', slip(1, { status: 'open' })],
  ['money that pays a canceled one', 'one payment pays a slip', booked(2, { surplus: undefined })],
  ['a payment that pays nothing', 'one payment pays a slip', booked(0, { surplus: 'failed' })],
  ['a barcode that is in no book', BOOKED, slips({ payments: payments.slice(0, 2) })],
  ['a Pix that is in no book', BOOKED, slips({ payments: payments.filter((_, index) => index !== 1) })],
  ['money of another amount', BOOKED, booked(1, { amount: 999 })],
  ['money that is booked for another sale', BOOKED, booked(2, { transactionId: 'slip' })],
  [
    'a surplus by Pix that went back in our book alone',
    BOOKED,
    slips({
      halves: halves.map((one) => ({
        ...one,
        payments: one.payments.map((each) => ({ ...each, returns: [] })),
      })),
    }),
  ],
  ['a surplus by barcode that nobody is told of', BOOKED, { cases: [] }],
  ['a surplus by barcode that is called refunded', BOOKED, booked(2, { surplus: 'refunded' })],
  [
    'a payment of less that nobody is told of',
    BOOKED,
    slips({
      slips: VALID_SLIPS.slips.map((one) => ({ ...one, payments: [{ amount: 999 }] })),
      payments: payments.map((one) => (one.endToEndId === 'F1' ? one : { ...one, amount: 999 })),
    }),
  ],
  [
    'a payment that the bank never received',
    'what is booked was received',
    slips({ payments: [...payments, { ...at(payments, 1), endToEndId: 'F9' }] }),
  ],
  [
    'a case about nothing',
    'a case is about money that came',
    { cases: [...cases, { ...at(cases, 0), subject: 'BOLETOX1' }] },
  ],
  [
    'a case of another kind',
    'no case is left open',
    { cases: [...cases, { ...at(cases, 0), kind: 'movement' }] },
  ],
  [
    'a refund that our record does not tell',
    'sums agree to the cent',
    { transactions: transactions.map((one) => (one.id === 'slip' ? { ...one, capturedAmount: 1 } : one)) },
  ],
  [
    'a paid one that expires',
    'statuses only change as allowed',
    { history: [...history, { ...at(history, 0), transactionId: 'slip', kind: 'resolved', status: 4 }] },
  ],
];

describe('the judge of the kill test, of slips', () => {
  for (const [what, rule, falsified] of FALSIFICATIONS) {
    test(`notices ${what}`, () => {
      const rules = judge({ ...VALID_EVIDENCE, ...falsified }).map((finding) => finding.rule);
      assert.ok(rules.includes(rule), `found only: ${rules}`);
    });
  }
});

function slips(changed: Partial<SlipEvidence>): Partial<Evidence> {
  return { slips: { ...VALID_SLIPS, ...changed } };
}

function slip(index: number, to: Partial<BankSlip>): Partial<Evidence> {
  return slips({ slips: VALID_SLIPS.slips.map((one, n) => (n === index ? { ...one, ...to } : one)) });
}

function booked(index: number, to: Partial<BookedPayment>): Partial<Evidence> {
  return slips({ payments: payments.map((one, n) => (n === index ? { ...one, ...to } : one)) });
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  assert.ok(item);
  return item;
}
