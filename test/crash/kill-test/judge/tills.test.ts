import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { NO_ANSWER, type TillEvidence } from './till-evidence.ts';
import { charge, transaction, VALID_EVIDENCE } from './valid-evidence.ts';
import { VALID_TILLS } from './valid-tills.ts';

/** A fault in the evidence, and the rule that must find it. */
type Falsification = readonly [what: string, rule: string, falsified: Partial<TillEvidence>];

const { sales, events, products, orders, entries, answers } = VALID_TILLS;

const FALSIFICATIONS: readonly Falsification[] = [
  [
    'a sale that goes back',
    'till sales only change as allowed',
    { events: changed(events, 4, { status: 25 }) },
  ],
  [
    'a change that the history does not have',
    'the history of a till sale has every change',
    { sales: changed(sales, 2, { version: 2 }) },
  ],
  [
    'a sale that stays at its payment client',
    'no till sale is left unresolved',
    { sales: changed(sales, 0, { status: 6 }) },
  ],
  [
    'an item that was sold and not taken',
    'stock is neither oversold nor lost',
    { products: changed(products, 0, { quantity: 30_000 }) },
  ],
  [
    'an item that a cancel did not return',
    'stock is neither oversold nor lost',
    { products: changed(products, 0, { quantity: 10_000 }) },
  ],
  [
    'a reservation that nobody holds',
    'stock is neither oversold nor lost',
    { products: changed(products, 0, { reserved: 10_000 }) },
  ],
  [
    'a centavo more than the total of an order',
    'an order never takes more than its total',
    { sales: changed(sales, 1, { originalValue: 4_001 }) },
  ],
  [
    'a payment that an order does not count',
    'the balance of an order is the sum of its sales',
    { orders: changed(orders, 0, { paid: 0 }) },
  ],
  [
    'a canceled sale whose payment was kept',
    'a till sale and its charge agree',
    { sales: changed(sales, 0, { status: 20 }) },
  ],
  [
    'a charge of another amount',
    'a till sale and its charge agree',
    { sales: changed(sales, 0, { finalValue: 5_999 }) },
  ],
  [
    'an entry that was charged and is not approved',
    'an entry and its charge agree',
    { entries: changed(entries, 0, { status: 15 }) },
  ],
  [
    'an entry whose end is not known',
    'no entry is left under way',
    { entries: changed(entries, 0, { isUnderWay: true }) },
  ],
  [
    'a try that was never sent',
    'each try of an entry is known to the gateway',
    { entries: changed(entries, 0, { status: 5, tries: 2 }) },
  ],
  [
    'an answered sale that does not exist',
    'an answered till sale exists',
    { answers: changed(answers, 0, { saleId: 9 }) },
  ],
  [
    'a credited sale that was refused later',
    'the answered status of a till sale stays answered',
    { answers: changed(answers, 1, { status: 25 }) },
  ],
  [
    'two sales of one request',
    'one request, one till sale',
    { sales: changed(sales, 2, { referenceId: 'keyed' }) },
  ],
  [
    'a refused sale that was made',
    'a refused till sale sells nothing',
    { answers: changed(answers, 3, { referenceId: 'item' }) },
  ],
  [
    'a canceled sale whose money a pin pad kept',
    'the acquirer of a pin pad keeps what its sale says',
    { movements: VALID_TILLS.movements.slice(0, 2) },
  ],
  [
    'a paid sale that a pin pad never charged',
    'the acquirer of a pin pad keeps what its sale says',
    { movements: VALID_TILLS.movements.slice(1) },
  ],
  [
    'a charge for nothing',
    'pin pads move money for sales only',
    { movements: [{ paymentId: 9, moved: 'charge', amount: 1 }] },
  ],
  [
    'work whose client was never heard',
    'no till sale is left unresolved',
    { payments: changed(VALID_TILLS.payments, 1, { isUnsettled: true }) },
  ],
  ['a server error', 'no till gets a server error', { answers: changed(answers, 3, { http: 500 }) }],
  [
    'a charge that the back office does not have',
    'every charge has its owner',
    { charges: VALID_TILLS.charges.slice(0, 1) },
  ],
];

describe('the judge of the kill test, of sales at tills and recurrences', () => {
  for (const [what, rule, falsified] of FALSIFICATIONS) {
    test(`finds ${what}`, () => {
      const tills = { ...VALID_TILLS, ...falsified };
      assert.ok(rulesBrokenIn({ tills }).includes(rule), `found only: ${rulesBrokenIn({ tills })}`);
    });
  }

  for (const http of [NO_ANSWER, 409, 503]) {
    test(`accepts a sale that was refused once, if its other request ended with ${http}`, () => {
      const refused = changed(answers, 3, { referenceId: 'item' });
      const twin = { referenceId: 'item', kind: 'sell', http, text: '' } as const;
      assert.deepEqual(rulesBrokenIn({ tills: { ...VALID_TILLS, answers: [...refused, twin] } }), []);
    });
  }

  for (const [chargeId, rule] of [
    [1, 'a till sale is charged once'],
    [2, 'an entry is charged once'],
  ] as const) {
    test(`finds a second charge: ${rule}`, () => {
      const second = transaction('u', { amount: 500, status: 6, capturedAmount: 500 });
      const rules = rulesBrokenIn({
        transactions: [...VALID_EVIDENCE.transactions, { ...second, chargeId }],
        attempts: [
          ...VALID_EVIDENCE.attempts,
          { provider: 'REDE', reference: 'U1', transactionId: 'u', state: 'approved' },
        ],
        charges: [...VALID_EVIDENCE.charges, charge('U1', 'approved', { amount: 500, captured: 500 })],
      });
      assert.ok(rules.includes(rule), `found only: ${rules}`);
    });
  }
});

function rulesBrokenIn(falsified: Partial<Evidence>): readonly string[] {
  return judge({ ...VALID_EVIDENCE, ...falsified }).map(({ rule }) => rule);
}

function changed<Item>(items: readonly Item[], at: number, to: Partial<Item>): readonly Item[] {
  assert.ok(at < items.length);
  return items.map((item, index) => (index === at ? { ...item, ...to } : item));
}
