import type { AccountSettings, AuthorizeOutcome } from '../../providers/index.ts';
import type { PreparedPayment } from './prepared.ts';

/** Of a request, as merchants wait for it. */
const REQUEST_MS = 30_000;
/** With less left of it, nobody else is asked. */
const LEAST_LEFT_MS = 5_000;

/** Outcomes that prove that nothing was charged, and nothing will be. After any other one nothing is sent again. */
const NOTHING_CHARGED: ReadonlySet<AuthorizeOutcome['outcome']> = new Set([
  'not_sent',
  'invalid_request',
  'declined',
]);

/** Where a payment goes. */
export interface SentWay {
  readonly prepared: PreparedPayment;
  readonly account: AccountSettings;
  /** The most that the call may take; undefined: as usual. */
  readonly withinMs?: number | undefined;
}

/**
 * Where a payment is sent next in its request: elsewhere where its kind knows a place for it, otherwise the same way again
 * after what provably never left. Undefined: nowhere, the outcome stands.
 */
export async function nextWay(
  way: SentWay,
  outcome: AuthorizeOutcome,
  elapsedMs: number,
): Promise<SentWay | undefined> {
  if (!NOTHING_CHARGED.has(outcome.outcome)) return undefined;
  const leftMs = REQUEST_MS - elapsedMs;
  const elsewhere = leftMs < LEAST_LEFT_MS ? undefined : await way.prepared.elsewhere?.(outcome);
  const account = await elsewhere?.route.settings().catch(() => undefined);
  if (elsewhere && account) return { prepared: elsewhere, account, withinMs: leftMs };
  return outcome.outcome === 'not_sent' ? way : undefined;
}
