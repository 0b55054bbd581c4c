import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { VALID_EVIDENCE } from './valid-evidence.ts';

const { charges, transactions, attempts, history } = VALID_EVIDENCE;

/** A fault in the evidence, and the rule that must find it. */
const FALSIFICATIONS: readonly (readonly [what: string, rule: string, falsified: Partial<Evidence>])[] = [
  [
    'two live approvals, one at each acquirer',
    'one live approval for each payment',
    { charges: changed(charges, { reference: 'S1' }, { state: 'approved' }) },
  ],
  [
    'a charge in the book of the other acquirer',
    'a charge is where it was asked for',
    { charges: changed(charges, { reference: 'S2' }, { provider: 'REDE' }) },
  ],
  [
    'a charge of another amount',
    'a charge has the amount of its payment',
    { charges: changed(charges, { reference: 'C2' }, { amount: 701 }) },
  ],
  [
    'a capture at the acquirer that refused',
    'sums agree to the cent',
    { charges: changed(charges, { reference: 'S1' }, { state: 'canceled', captured: 1, refunded: 1 }) },
  ],
  [
    'a payment that is told at the first acquirer',
    'a payment is told at its last acquirer',
    { transactions: changed(transactions, { id: 's' }, { provider: 'REDE' }) },
  ],
  [
    'a second try after what was never answered',
    'only what charged nothing is tried elsewhere',
    { attempts: changed(attempts, { reference: 'S1' }, { state: 'absent' }) },
  ],
  [
    'a second try after a charge that was taken back',
    'only what charged nothing is tried elsewhere',
    { charges: changed(charges, { reference: 'S1' }, { state: 'canceled' }) },
  ],
  [
    'a third try',
    'a request asks two acquirers at most',
    { history: [...history, ...history.filter(({ subject }) => subject === 'S2')] },
  ],
  [
    'a refusal that was told before the second try',
    'a payment tried elsewhere has one first result',
    { history: changed(history, { subject: 'S1', kind: 'answered' }, { status: 7 }) },
  ],
  [
    'a second try at the same acquirer',
    'a second try is at another acquirer',
    { attempts: changed(attempts, { reference: 'S2' }, { provider: 'REDE' }) },
  ],
];

describe('the judge of the kill test, of two acquirers', () => {
  for (const [what, rule, falsified] of FALSIFICATIONS) {
    test(`finds ${what}`, () => {
      const rules = judge({ ...VALID_EVIDENCE, ...falsified }).map((finding) => finding.rule);
      assert.ok(rules.includes(rule), `found only: ${rules}`);
    });
  }
});

function changed<Item extends object>(
  items: readonly Item[],
  which: Partial<Item>,
  to: Partial<Item>,
): readonly Item[] {
  const fits = (item: Item) =>
    Object.entries(which).every(([name, value]) => Reflect.get(item, name) === value);
  assert.equal(items.filter(fits).length, 1);
  return items.map((item) => (fits(item) ? { ...item, ...to } : item));
}
