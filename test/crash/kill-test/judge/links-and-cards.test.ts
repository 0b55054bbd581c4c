import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { charge, hostCard, storedCard, tokenAnswer, transaction, VALID_EVIDENCE } from './valid-evidence.ts';

/** What the evidence says wrongly, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<Evidence>];

const { charges, transactions, attempts } = VALID_EVIDENCE;

const LINKS: readonly Falsification[] = [
  [
    'a second payment of a link that allows one',
    'a link is not paid more often than it may be',
    {
      charges: [...charges, charge('F1', 'approved', { amount: 400, captured: 400 })],
      attempts: [...attempts, { reference: 'F1', transactionId: 'f', state: 'approved' }],
      transactions: [
        ...transactions,
        { ...transaction('f', { amount: 400, status: 6, capturedAmount: 400 }), linkId: 'L' },
      ],
    },
  ],
  ['a use that was not counted', 'a link counts its payments', { links: [{ id: 'L', maxUses: 1, uses: 0 }] }],
  [
    'a receipt of a payment that was refused',
    'a receipt stays true',
    { receipts: [{ referenceId: 'order b', transactionId: 'b' }] },
  ],
];

const CARDS: readonly Falsification[] = [
  [
    'two live tokens of one card',
    'one live token for each card',
    { acquirerTokens: changed(VALID_EVIDENCE.acquirerTokens, 0, { state: 'stored' }) },
  ],
  [
    'a deleted card whose token lives on',
    'one live token for each card',
    { acquirerTokens: changed(VALID_EVIDENCE.acquirerTokens, 2, { state: 'stored' }) },
  ],
  [
    'two cards of one number',
    'one token for each card',
    {
      storedCards: [
        ...VALID_EVIDENCE.storedCards,
        { ...storedCard('M', 'active', 'M1'), fingerprint: 'print K' },
      ],
    },
  ],
  [
    'a token that the acquirer keeps and nobody asked for',
    'the acquirer keeps what we know of',
    { hostCards: [...VALID_EVIDENCE.hostCards, hostCard('K', 'Active')] },
  ],
  [
    'a token that the acquirer does not have',
    'the acquirer keeps what we know of',
    { hostCards: VALID_EVIDENCE.hostCards.slice(2) },
  ],
  [
    'a request to keep a card without an end',
    'no stored card is left open',
    { acquirerTokens: changed(VALID_EVIDENCE.acquirerTokens, 0, { state: 'unknown' }) },
  ],
  [
    'a second token for one request',
    'one token for each request',
    { tokenAnswers: changed(VALID_EVIDENCE.tokenAnswers, 1, { token: 'token G' }) },
  ],
  [
    'a token that is not there',
    'a token that was answered is there',
    { tokenAnswers: [tokenAnswer('X', { kind: 'store' })] },
  ],
  [
    'a deletion that did not last',
    'a deleted card stays deleted',
    { tokenAnswers: [tokenAnswer('K', { kind: 'delete', http: 204 })] },
  ],
  [
    'a server error',
    'nothing is answered by a server error',
    { tokenAnswers: [tokenAnswer('K', { kind: 'store', http: 500 })] },
  ],
];

describe('the judge of the kill test, of links and stored cards', () => {
  for (const [what, rule, falsified] of [...LINKS, ...CARDS]) {
    test(`notices ${what}`, () => {
      const rules = judge({ ...VALID_EVIDENCE, ...falsified }).map((finding) => finding.rule);
      assert.ok(rules.includes(rule), `found only: ${rules}`);
    });
  }
});

function changed<Item>(items: readonly Item[], at: number, to: Partial<Item>): readonly Item[] {
  assert.ok(at < items.length);
  return items.map((item, index) => (index === at ? { ...item, ...to } : item));
}
