import assert from 'node:assert/strict';
import { AUTHORIZED, CAPTURED } from './fault-cases.ts';
import { PART, type Played, recordAt } from './play-case.ts';
import type { BookedCharge } from './shops.ts';

/** Sums of a sale in minor units. */
interface Sums {
  readonly reserved: number;
  readonly captured: number;
  readonly refunded: number;
}

const NOTHING: Sums = { reserved: 0, captured: 0, refunded: 0 };

/** Asserts that our record has the case's final status, and that the host's book agrees to the cent. */
export async function assertAgreement(entry: Played): Promise<void> {
  const { shop, played, id, amount } = entry;
  const { top, card } = await recordAt(shop, id);
  assert.equal(top.status, played.final, played.title);

  // Each case has a unique amount.
  const charges = (await shop.host.book()).filter((charge) => charge.amount === amount);
  const live = charges.filter(({ state }) => state === 'approved' || state === 'canceled');
  assert.ok(live.length <= 1, `${played.title}: ${live.length} approvals of one sale`);
  const booked = live[0] ? sumsOf(live[0]) : NOTHING;
  const expected = expectedSums(entry);
  assert.deepEqual(left(booked), left(expected), played.title);
  if (played.final !== CAPTURED) return;
  assert.deepEqual(booked, expected, played.title);
  const recorded = { captured: Number(card.capturedAmount), refunded: Number(card.refundedAmount ?? 0) };
  assert.deepEqual(recorded, { captured: expected.captured, refunded: expected.refunded }, played.title);
}

function sumsOf({ amount, captured, voided, refunds }: BookedCharge): Sums {
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return { reserved: amount - captured - voided, captured, refunded };
}

function left({ reserved, captured, refunded }: Sums): { reserved: number; paid: number } {
  return { reserved, paid: captured - refunded };
}

function expectedSums({ played: { action, final, done }, amount }: Played): Sums {
  if (final === AUTHORIZED) return { ...NOTHING, reserved: amount };
  if (final !== CAPTURED) return NOTHING;
  return { ...NOTHING, captured: amount, refunded: action === 'partial refund' && done ? PART : 0 };
}
