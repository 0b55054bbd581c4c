import { Refusal } from '../../../../platform/refusal.ts';
import {
  type AccountHealth,
  type AuthorizeOutcome,
  type Route,
  secondTryAfter,
} from '../../../providers/index.ts';
import type { PreparedPayment } from '../../../transactions/flow/prepared.ts';
import { isRefusedForever } from '../tries/retry-limits.ts';
import type { PreparedCard } from './prepared-card.ts';

/** What a second acquirer in the same request depends on. */
export interface ElsewhereDependencies {
  /** The person's own setting. */
  failsOver(merchantId: number): Promise<boolean>;
  readonly health?: Pick<AccountHealth, 'standOf'> | undefined;
}

/** Another account of the same rule that can take the payment, and what is kept of why it went there. */
export interface OtherWay {
  readonly route: Route;
  readonly routing: string | undefined;
  /** To be called when it is sent. */
  onSent?(): void;
}

/** A payment as it was sent first, and where else it could go, best first. */
export interface FirstTry {
  readonly merchantId: number;
  readonly brand: string | undefined;
  readonly first: PreparedCard;
  readonly others: readonly OtherWay[];
  /** The same payment the other way, once its card was tried `made` times. Throws the refusal of what that account cannot do. */
  preparedAt(other: OtherWay, made: number): Promise<PreparedCard>;
}

/**
 * Where a payment by card is asked for after the first acquirer charged nothing (docs/contract/routing.md): at the next account
 * of its rule that is well, once, and only where neither the outcome, the ceilings of the card's scheme nor the person forbid it.
 */
export function elsewhereOf(
  dependencies: ElsewhereDependencies,
  payment: FirstTry,
): NonNullable<PreparedPayment['elsewhere']> {
  return async (outcome) => {
    if (payment.others.length === 0 || !mayGoOn(outcome, payment)) return undefined;
    try {
      if (!(await dependencies.failsOver(payment.merchantId))) return undefined;
      for (const other of payment.others) {
        if (!isWell(dependencies, other)) continue;
        const next = await preparedOrNot(payment, other, triesIn(outcome));
        if (next && !next.decline && provesEnough(outcome, payment.first, next)) return next;
      }
    } catch {
      // Without the database nobody can tell whether it may: the outcome stands, which is known and will be stored.
    }
    return undefined;
  };
}

function mayGoOn(outcome: AuthorizeOutcome, { first, brand }: FirstTry): boolean {
  if (secondTryAfter(outcome) === 'no') return false;
  const isRefusal = outcome.outcome === 'declined';
  if (isRefusal && isRefusedForever(brand, outcome.decline)) return false;
  // The buyer was, or may have been, authenticated inside the first acquirer: nobody is asked twice.
  if (first.authenticatedBy === 'acquirer' && outcome.outcome !== 'not_sent') return false;
  return first.mayTryAgain?.(triesIn(outcome)) ?? true;
}

/** What never reached the issuer is no try of the card. */
function triesIn({ outcome }: AuthorizeOutcome): number {
  return outcome === 'declined' ? 1 : 0;
}

/** Nothing is lost where no second account is well: the outcome of the first stands. */
function isWell({ health }: ElsewhereDependencies, { route }: OtherWay): boolean {
  const { accountId, connector } = route;
  return !health || health.standOf({ accountId, provider: connector.provider }).state === 'healthy';
}

async function preparedOrNot(
  payment: FirstTry,
  other: OtherWay,
  made: number,
): Promise<PreparedCard | undefined> {
  try {
    return await payment.preparedAt(other, made);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** After a generic refusal only what carries a proof that the first request did not. */
function provesEnough(outcome: AuthorizeOutcome, first: PreparedCard, next: PreparedCard): boolean {
  if (secondTryAfter(outcome) !== 'with_more_proof') return true;
  return next.authenticatedBy === 'proof' && first.authenticatedBy === 'nobody';
}
