import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import {
  charge,
  hostCard,
  receivedCard,
  storedCard,
  tokenAnswer,
  transaction,
  VALID_EVIDENCE,
} from './valid-evidence.ts';

/** What the evidence says wrongly, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<Evidence>];

const { charges, transactions, attempts } = VALID_EVIDENCE;

const LINKS: readonly Falsification[] = [
  [
    'a second payment of a link that allows one',
    'a link is not paid more often than it may be',
    {
      charges: [...charges, charge('F1', 'approved', { amount: 400, captured: 400 })],
      attempts: [...attempts, { provider: 'REDE', reference: 'F1', transactionId: 'f', state: 'approved' }],
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

const TOLD: readonly Falsification[] = [
  ['a stored card that was never told', 'every stored card is told once', { receivedCards: [] }],
  [
    'a card that is told without being planned in its commit',
    'every stored card is told once',
    { cardPostbacks: [] },
  ],
  [
    'a card that is told under two ids',
    'every stored card is told once',
    { receivedCards: [...VALID_EVIDENCE.receivedCards, receivedCard({ webhookId: 'TK.3' })] },
  ],
  [
    'a form that is told though nobody filled it in',
    'every stored card is told once',
    { receivedCards: [...VALID_EVIDENCE.receivedCards, receivedCard({ webhookId: 'TF.1' })] },
  ],
  [
    'a postback of a request that does not exist',
    'postbacks of cards are about known requests',
    { receivedCards: [...VALID_EVIDENCE.receivedCards, receivedCard({ webhookId: 'TX.1' })] },
  ],
  [
    'a postback that stays in the outbox',
    'every postback is delivered',
    { cardPostbacks: changed(VALID_EVIDENCE.cardPostbacks, 0, { state: 'failed' }) },
  ],
  [
    'a postback whose body changes between two deliveries',
    'a postback keeps its body',
    {
      receivedCards: changed(
        VALID_EVIDENCE.receivedCards,
        1,
        receivedCard({}, { cardInfo: { number: 'mask K', token: 'token K', brand: 'VISA' } }),
      ),
    },
  ],
  [
    "a postback with another card's token",
    'a postback tells the stored card',
    { receivedCards: [receivedCard({}, { cardInfo: { number: 'mask K', token: 'token G' } })] },
  ],
  [
    'a card number in a postback',
    'no postback has a card number',
    { receivedCards: [receivedCard({}, { cardInfo: { number: '4235647728025682', token: 'token K' } })] },
  ],
  [
    'a postback without a signature',
    'postbacks are signed',
    { receivedCards: changed(VALID_EVIDENCE.receivedCards, 0, { isSigned: false }) },
  ],
  [
    'an end of a sale that was never planned to be told',
    'every end of a till sale is told',
    { callbacks: VALID_EVIDENCE.callbacks.slice(1) },
  ],
  [
    'an end of a sale that never arrived',
    'every end of a till sale is told',
    { acceptedCallbacks: VALID_EVIDENCE.acceptedCallbacks.slice(1) },
  ],
  [
    'a callback that stays in the outbox',
    'every callback is delivered',
    { callbacks: changed(VALID_EVIDENCE.callbacks, 4, { state: 'waiting' }) },
  ],
];

describe('the judge of the kill test, of links and stored cards', () => {
  for (const [what, rule, falsified] of [...LINKS, ...CARDS, ...TOLD]) {
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
