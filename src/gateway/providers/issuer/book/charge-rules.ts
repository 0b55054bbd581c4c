import { APPROVED_CODE } from '../../abecs/index.ts';
import type { MinorUnits } from '../../capabilities.ts';
import type { ChargeSnapshot, Decline } from '../../outcome.ts';
import { scenarioNamed } from '../scenarios/scenarios.ts';
import type { BookCharge, BookRefund, Elapsed } from './charge.ts';
import { decidedAt, isAuthenticating } from './charge-authentication.ts';
import { hostRefusals } from './host-refusals.ts';

/** How long a refund of scenario 618 is being processed, before the time scale. */
const REFUND_PROCESSING_MS = 10_000;
const MAX_REFUNDS = 50;
/** Reference of the refund that an undo or a void makes; requested refunds bring their own. */
const TAKEN_BACK = '-';

/** The effect of a request to move money on a charge. */
export type BookMovement =
  | { readonly charge: BookCharge; readonly moved: MinorUnits; readonly refund?: BookRefund }
  | { readonly refused: Decline };

export function refundsOf(charge: BookCharge): readonly BookRefund[] {
  return charge.refunds === '' ? [] : (JSON.parse(charge.refunds) as BookRefund[]);
}

/** Money taken from the buyer that can still be given back. */
function refundable(charge: BookCharge): MinorUnits {
  return charge.captured - total(refundsOf(charge));
}

/** Money reserved but not taken. */
function uncaptured(charge: BookCharge): MinorUnits {
  return charge.amount - charge.voided - charge.captured;
}

export function stateOf(charge: BookCharge, elapsed: Elapsed): ChargeSnapshot['state'] {
  if (charge.state === 'undone') return 'canceled';
  if (isAuthenticating(charge, elapsed)) return 'buyer_awaited';
  const decided = decidedAt(charge);
  if (decided !== undefined && elapsed(decided) < scenarioNamed(charge.scenario).pendingMs) return 'pending';
  if (charge.code !== APPROVED_CODE) return 'declined';
  return uncaptured(charge) === 0 && charge.captured === finallyRefunded(charge, elapsed)
    ? 'canceled'
    : 'approved';
}

/** True when the host answers no query about the charge (scenario 613). */
export function queriesFail(charge: BookCharge, elapsed: Elapsed): boolean {
  const decided = decidedAt(charge);
  return decided !== undefined && elapsed(decided) < scenarioNamed(charge.scenario).queriesFailForMs;
}

export function finallyRefunded(charge: BookCharge, elapsed: Elapsed): MinorUnits {
  return total(refundsOf(charge).filter((refund) => isFinal(charge, refund, elapsed)));
}

export function isFinal(charge: BookCharge, refund: BookRefund, elapsed: Elapsed): boolean {
  const slow = charge.state === 'standing' && scenarioNamed(charge.scenario).refund === 'processing';
  return !slow || elapsed(refund.at) >= REFUND_PROCESSING_MS;
}

/** Captures authorized money, as often as something is left. */
export function capture(charge: BookCharge, amount: MinorUnits, elapsed: Elapsed): BookMovement {
  if (!isAmount(amount)) return { refused: hostRefusals.badAmount };
  if (stateOf(charge, elapsed) !== 'approved') return { refused: hostRefusals.wrongState };
  if (scenarioNamed(charge.scenario).capture === 'authorization_expired') {
    return { refused: hostRefusals.authorizationExpired };
  }
  if (amount > uncaptured(charge)) return { refused: hostRefusals.aboveAuthorized };
  return { charge: { ...charge, captured: charge.captured + amount }, moved: amount };
}

/** Refunds captured money. A repeated reference moves nothing and gets the same answer as before. */
export function refund(charge: BookCharge, wanted: BookRefund, elapsed: Elapsed): BookMovement {
  const refunds = refundsOf(charge);
  const before = refunds.find((made) => made.reference === wanted.reference);
  if (before) return { charge, moved: before.amount, refund: before };
  if (!isAmount(wanted.amount)) return { refused: hostRefusals.badAmount };
  if (stateOf(charge, elapsed) !== 'approved') return { refused: hostRefusals.wrongState };
  if (scenarioNamed(charge.scenario).refund === 'no_balance') return { refused: hostRefusals.noBalance };
  if (wanted.amount > refundable(charge)) return { refused: hostRefusals.aboveCaptured };
  if (refunds.length >= MAX_REFUNDS) return { refused: hostRefusals.tooManyRefunds };
  return { charge: withRefund(charge, wanted), moved: wanted.amount, refund: wanted };
}

/**
 * Before settlement: releases authorized money, refunds captured money. Without an amount: everything that is left.
 */
export function cancel(
  charge: BookCharge,
  amount: MinorUnits | undefined,
  now: number,
  elapsed: Elapsed,
): BookMovement {
  if (amount !== undefined && !isAmount(amount)) return { refused: hostRefusals.badAmount };
  if (stateOf(charge, elapsed) !== 'approved') return { refused: hostRefusals.wrongState };
  if (charge.captured === 0) {
    const released = amount ?? uncaptured(charge);
    if (released > uncaptured(charge)) return { refused: hostRefusals.aboveAuthorized };
    return { charge: { ...charge, voided: charge.voided + released }, moved: released };
  }
  const released = amount === undefined ? uncaptured(charge) : 0;
  const givenBack = amount ?? refundable(charge);
  const reference = `${TAKEN_BACK}${refundsOf(charge).length}`;
  if (givenBack === 0) return { charge: { ...charge, voided: charge.voided + released }, moved: released };
  const movement = refund(charge, { reference, amount: givenBack, at: now }, elapsed);
  if ('refused' in movement) return movement;
  const { charge: after, moved } = movement;
  return { ...movement, charge: { ...after, voided: after.voided + released }, moved: moved + released };
}

/** Takes the whole charge back, whatever happened to it. */
export function undone(charge: BookCharge, now: number): BookCharge {
  const released = { ...charge, voided: charge.voided + uncaptured(charge), state: 'undone' as const };
  const left = refundable(charge);
  return left === 0 ? released : withRefund(released, { reference: TAKEN_BACK, amount: left, at: now });
}

/** The acquirer's id of a refund: the charge's id and a two-digit counter. */
export function refundIdOf(charge: BookCharge, refund: BookRefund): string {
  const index = refundsOf(charge).findIndex(({ reference }) => reference === refund.reference);
  return `${charge.id}${String(index + 1).padStart(2, '0')}`;
}

/** A refund by its id, or by our reference where its answer was lost. */
export function findRefund(charge: BookCharge, idOrReference: string): BookRefund | undefined {
  return refundsOf(charge).find(
    (refund) => refund.reference === idOrReference || refundIdOf(charge, refund) === idOrReference,
  );
}

function withRefund(charge: BookCharge, made: BookRefund): BookCharge {
  return { ...charge, refunds: JSON.stringify([...refundsOf(charge), made]) };
}

function total(refunds: readonly BookRefund[]): MinorUnits {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0;
}
