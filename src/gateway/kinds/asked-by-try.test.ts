import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedByTry } from '../transactions/rules/kind.ts';
import type { Offer, Order } from '../transactions/rules/order.ts';
import { testOrder, testTransaction } from '../transactions/test-sale.ts';
import { PAYMENT_KINDS } from './index.ts';

const PIX = PAYMENT_KINDS.of({ kind: 'pix' });
const SLIP = PAYMENT_KINDS.of({ kind: 'bankSlip' });
const pix = PIX.readOffer({ ...PIX.writeOffer({ kind: 'pix', discount: 1_000 } as Offer) });
const slip = SLIP.readOffer({ ...SLIP.writeOffer({ kind: 'bankSlip', dueDays: 3 } as Offer) });

/** An intention of 10 reais whose buyer tried to pay so last. */
function tried(tried: Offer, offers: readonly Offer[]) {
  const order: Order = {
    ...testOrder(),
    ...PAYMENT_KINDS.of(tried).asOffered(tried),
    intention: { amount: 1_000, offers, expiresAt: 1, linkId: undefined, customer: undefined },
  };
  const transaction = testTransaction({ amount: 1_000, order });
  return { transaction, asked: askedByTry(PAYMENT_KINDS, transaction, { mask: '' }) };
}

test('a try without a card asks for what the kind that was tried costs, whichever is offered first', () => {
  for (const offers of [
    [pix, slip],
    [slip, pix],
  ]) {
    const bySlip = tried(slip, offers);
    assert.equal(bySlip.asked.amount, 1_000);
    assert.equal(bySlip.asked.order, bySlip.transaction.order);
    const byPix = tried(pix, offers);
    assert.equal(byPix.asked.amount, 900);
    assert.equal(byPix.asked.order, byPix.transaction.order);
  }
});
