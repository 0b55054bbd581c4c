import type { AccountSettings, AuthorizeOutcome } from '../../providers/index.ts';
import type { PreparedPayment } from './prepared.ts';

/** Of a request, as merchants wait for it. */
const REQUEST_MS = 30_000;
/** With less left of it, nobody else is asked. */
const LEAST_LEFT_MS = 5_000;
/** Nor is anything sent with less, where it took so long to write down that it would be. */
const LEAST_TO_SEND_MS = 2_500;

const TOO_LATE = { outcome: 'not_sent', reason: 'no time left' } as const;

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
  /** The second acquirer of its request. Its call takes no longer than what is left. */
  readonly isElsewhere?: true;
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
  const isLate = REQUEST_MS - elapsedMs < LEAST_LEFT_MS;
  const elsewhere = isLate ? undefined : await way.prepared.elsewhere?.(outcome);
  const account = await elsewhere?.route.settings().catch(() => undefined);
  if (elsewhere && account) return { prepared: elsewhere, account, isElsewhere: true };
  return outcome.outcome === 'not_sent' ? way : undefined;
}

/** Asks the provider of a way, in what is left of its request. */
export async function chargeBy(
  { prepared, account, isElsewhere }: SentWay,
  acquirerReference: string,
  elapsedMs: number,
): Promise<AuthorizeOutcome> {
  if (!isElsewhere) return prepared.charge({ acquirerReference, account });
  const withinMs = REQUEST_MS - elapsedMs;
  return withinMs < LEAST_TO_SEND_MS ? TOO_LATE : prepared.charge({ acquirerReference, account, withinMs });
}
