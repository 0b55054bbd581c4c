import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import {
  call,
  charge,
  event,
  receivedPostback,
  reported,
  transaction,
  VALID_EVIDENCE,
} from './valid-evidence.ts';

/** A fault in the evidence, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<Evidence>];

const { charges, transactions, attempts, movements, history, calls, receivedPostbacks, postbacks } =
  VALID_EVIDENCE;

const MONEY: readonly Falsification[] = [
  [
    'a refund that the acquirer never received',
    'sums agree to the cent',
    { charges: changed(charges, 0, { refunded: 0 }) },
  ],
  [
    'a refund that was made twice',
    'sums agree to the cent',
    { charges: changed(charges, 0, { refunded: 600 }) },
  ],
  [
    'a capture that the acquirer never received',
    'sums agree to the cent',
    { charges: changed(charges, 0, { captured: 0, voided: 0, refunded: 0 }) },
  ],
  [
    'a cent too much',
    'sums agree to the cent',
    { charges: changed(charges, 0, { captured: 801, voided: 199 }) },
  ],
  [
    'an authorization that the acquirer released and we still have',
    'sums agree to the cent',
    { charges: changed(charges, 3, { voided: 900, state: 'canceled' }) },
  ],
  [
    'a capture that we do not have',
    'sums agree to the cent',
    { charges: changed(charges, 3, { captured: 900 }) },
  ],
  [
    'a second approval for one payment',
    'one live approval for each payment',
    {
      charges: [...charges, charge('A2', 'approved', { amount: 1_000, captured: 1_000 })],
      attempts: [...attempts, { provider: 'REDE', reference: 'A2', transactionId: 'a', state: 'approved' }],
    },
  ],
  [
    'an approval that we recorded as declined',
    'attempt and charge agree',
    { charges: changed(charges, 1, { state: 'approved' }) },
  ],
  [
    'an undo that was never made',
    'attempt and charge agree',
    { charges: changed(charges, 2, { state: 'approved', refunded: 0 }) },
  ],
  [
    'a sale that the acquirer does not know',
    'attempt and charge agree',
    { charges: charges.filter(({ reference }) => reference !== 'D1') },
  ],
  [
    'a charge that we do not know',
    'every charge belongs to an attempt',
    { charges: [...charges, charge('X1', 'approved', { amount: 1 })] },
  ],
  ['a reference that was sent again', 'no reference is used twice', { repeatedReferences: ['A1'] }],
  [
    'two charges under one reference',
    'no reference is used twice',
    { charges: [...charges, charge('B1', 'declined', { amount: 500 })] },
  ],
];

const OPEN: readonly Falsification[] = [
  [
    'a sale that stays pending',
    'no transaction is left unresolved',
    { transactions: changed(transactions, 1, { status: 10 }) },
  ],
  [
    'an attempt without an outcome',
    'no transaction is left unresolved',
    { attempts: changed(attempts, 1, { state: 'sending' }) },
  ],
  [
    'a movement without an outcome',
    'no transaction is left unresolved',
    { movements: changed(movements, 2, { state: 'unknown' }) },
  ],
  [
    'a transaction that is still held',
    'no transaction is left unresolved',
    { transactions: changed(transactions, 3, { hasOpenMovement: true }) },
  ],
  [
    'a case for the operator',
    'no case is left open',
    { cases: [{ subject: 'D1', transactionId: 'd', kind: 'undo', state: 'manual', reason: 'refused' }] },
  ],
  [
    'a change of a final status',
    'statuses only change as allowed',
    { history: [...history, event('b', 'resolved', { status: 6 })] },
  ],
  [
    'a change without an event in the history',
    'the history has every change',
    { transactions: changed(transactions, 3, { status: 9, refundedAmount: 900 }) },
  ],
];

const ANSWERS: readonly Falsification[] = [
  [
    'an answer that is no longer true',
    'an answered status stays answered',
    { calls: changed(calls, 9, { answer: answered(reported('d', 900, 6, 900)) }) },
  ],
  [
    'statuses seen in the wrong order',
    'an answered status stays answered',
    { calls: [...calls, call('d', 'query', 40, { reported: reported('d', 900, 10), requestId: 'x' })] },
  ],
  [
    'a final status that was answered and changed',
    'an answered status stays answered',
    { calls: changed(calls, 8, { answer: answered(reported('c', 700, 11)) }) },
  ],
  [
    'a captured amount that changed after it was answered',
    'an answered amount stays answered',
    { calls: changed(calls, 1, { answer: answered(reported('a', 1_000, 6, 700)) }) },
  ],
  [
    'an answered refund that does not exist',
    'an answered amount stays answered',
    { calls: changed(calls, 5, { answer: answered(reported('a', 1_000, 6, 800, 400)) }) },
  ],
  [
    'an answered sale that does not exist',
    'an answered transaction exists',
    { calls: [...calls, call('y', 'sale', 10, { reported: reported('y', 1, 5), requestId: 'x' })] },
  ],
  [
    'another answer to the same key',
    'a key returns its first answer',
    { calls: changed(calls, 4, { answer: answered(reported('a', 1_000, 6, 800)) }) },
  ],
  [
    'a second sale for one key',
    'a key returns its first answer',
    { calls: changed(calls, 4, { answer: answered(reported('d', 900, 5)) }) },
  ],
  [
    'two transactions for one order',
    'one order, one transaction',
    {
      transactions: [
        ...transactions,
        { ...transaction('e', { amount: 500, status: 7 }), referenceId: 'order b' },
      ],
    },
  ],
  [
    'a refused capture that was made',
    'a refused request moves no money',
    { movements: changed(movements, 2, { state: 'done' }) },
  ],
  [
    'a server error',
    'no request gets a server error',
    { calls: changed(calls, 6, { answer: { ...answered(undefined), http: 500, code: 'internal' } }) },
  ],
  [
    'a refusal without a reason',
    'no request is refused without a reason',
    { calls: changed(calls, 6, { answer: { ...answered(undefined), http: 400, code: 'amount_invalid' } }) },
  ],
];

const POSTBACKS: readonly Falsification[] = [
  [
    'a postback that never arrived',
    'every change is delivered once, in order',
    { receivedPostbacks: without(receivedPostbacks, 9) },
  ],
  [
    'a postback in the middle that never arrived',
    'every change is delivered once, in order',
    { receivedPostbacks: without(receivedPostbacks, 5) },
  ],
  [
    'a postback that no receiver accepted',
    'every change is delivered once, in order',
    { receivedPostbacks: changed(receivedPostbacks, 9, { isAccepted: false }) },
  ],
  [
    'a change that was sent under two ids',
    'every change is delivered once, in order',
    { receivedPostbacks: [...receivedPostbacks, receivedPostback('d', 2, 5)] },
  ],
  [
    'postbacks in the wrong order',
    'postbacks arrive in order',
    { receivedPostbacks: [...without(receivedPostbacks, 4), receivedPostback('a', 3, 6)] },
  ],
  [
    'another body under the same id',
    'a postback keeps its body',
    { receivedPostbacks: changed(receivedPostbacks, 2, { body: '{}' }) },
  ],
  [
    'a postback with a wrong signature',
    'postbacks are signed',
    { receivedPostbacks: changed(receivedPostbacks, 3, { isSigned: false }) },
  ],
  [
    'a postback whose delivery was given up',
    'every postback is delivered',
    { postbacks: changed(postbacks, 4, { state: 'failed' }) },
  ],
  [
    'a last postback with a wrong status',
    'the last postback has the final status',
    { receivedPostbacks: changed(receivedPostbacks, 9, { status: 6 }) },
  ],
  [
    'a postback of an unknown transaction',
    'postbacks are about known transactions',
    { receivedPostbacks: [...receivedPostbacks, receivedPostback('x', 1, 5)] },
  ],
];

describe('the judge of the kill test', () => {
  test('finds nothing in correct evidence', () => {
    assert.deepEqual(judge(VALID_EVIDENCE), []);
  });

  for (const [about, falsifications] of Object.entries({ MONEY, OPEN, ANSWERS, POSTBACKS })) {
    for (const [what, rule, falsified] of falsifications) {
      test(`${about}: finds ${what}`, () => {
        const rules = judge({ ...VALID_EVIDENCE, ...falsified }).map((finding) => finding.rule);
        assert.ok(rules.includes(rule), `found only: ${rules}`);
      });
    }
  }
});

function changed<Item>(items: readonly Item[], at: number, to: Partial<Item>): readonly Item[] {
  assert.ok(at < items.length);
  return items.map((item, index) => (index === at ? { ...item, ...to } : item));
}

function without<Item>(items: readonly Item[], at: number): readonly Item[] {
  assert.ok(at < items.length);
  return items.filter((_, index) => index !== at);
}

function answered(said: ReturnType<typeof reported> | undefined) {
  return { http: 200, requestId: 'x', code: undefined, reported: said, text: JSON.stringify(said) };
}
