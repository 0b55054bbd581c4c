import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import type { BankCharge, BookedPayment, PixEvidence } from './pix-evidence.ts';
import { VALID_EVIDENCE } from './valid-evidence.ts';
import { VALID_PIX } from './valid-pix.ts';

/** What the evidence says wrongly, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<Evidence>];

const BOOKED = 'every Pix that arrives is booked, and surplus goes back';
const { history, transactions } = VALID_EVIDENCE;

const FALSIFICATIONS: readonly Falsification[] = [
  ['a canceled one that can still be paid', 'what is over cannot be paid', charges(1, { status: 'ATIVA' })],
  ['money that pays a canceled one', 'one payment pays a Pix', booked(2, { surplus: undefined })],
  ['a payment that pays nothing', 'one payment pays a Pix', booked(0, { surplus: 'refunded' })],
  ['money that is in no book', BOOKED, pix({ payments: VALID_PIX.payments.slice(0, 2) })],
  ['money of another amount', BOOKED, booked(1, { amount: 999 })],
  ['money that is booked for another sale', BOOKED, booked(2, { transactionId: 'p' })],
  ['a surplus that nobody gave back', BOOKED, booked(1, { surplus: 'refunding' })],
  ['a surplus that went back in our book alone', BOOKED, returned(1, [])],
  ['a surplus that went back twice', BOOKED, returned(1, [back(1_000), back(1_000)])],
  ['a refund that is still under way', BOOKED, returned(0, [{ ...back(300), state: 'EM_PROCESSAMENTO' }])],
  [
    'a Pix that the bank never received',
    'what is booked was received',
    pix({ payments: [...VALID_PIX.payments, { ...at(VALID_PIX.payments, 1), endToEndId: 'E9' }] }),
  ],
  [
    'a refund that our record does not tell',
    'sums agree to the cent',
    {
      transactions: transactions.map((one) => (one.id === 'p' ? { ...one, refundedAmount: 0 } : one)),
    },
  ],
  [
    'a paid Pix that expires',
    'statuses only change as allowed',
    { history: [...history, { ...at(history, 0), transactionId: 'p', kind: 'resolved', status: 4 }] },
  ],
];

describe('the judge of the kill test, of Pix', () => {
  for (const [what, rule, falsified] of FALSIFICATIONS) {
    test(`notices ${what}`, () => {
      const rules = judge({ ...VALID_EVIDENCE, ...falsified }).map((finding) => finding.rule);
      assert.ok(rules.includes(rule), `found only: ${rules}`);
    });
  }
});

function pix(changed: Partial<PixEvidence>): Partial<Evidence> {
  return { pix: { ...VALID_PIX, ...changed } };
}

function charges(index: number, to: Partial<BankCharge>): Partial<Evidence> {
  return pix({ charges: VALID_PIX.charges.map((one, n) => (n === index ? { ...one, ...to } : one)) });
}

function booked(index: number, to: Partial<BookedPayment>): Partial<Evidence> {
  return pix({ payments: VALID_PIX.payments.map((one, n) => (n === index ? { ...one, ...to } : one)) });
}

/** Of the payments of the one that is paid twice. */
function returned(index: number, returns: BankCharge['payments'][number]['returns']): Partial<Evidence> {
  const payments = at(VALID_PIX.charges, 0).payments;
  return charges(0, { payments: payments.map((one, n) => (n === index ? { ...one, returns } : one)) });
}

function back(amount: number) {
  return { id: `D${amount}`, amount, state: 'DEVOLVIDO' };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  assert.ok(item);
  return item;
}
