import type { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Claimed, DeliveryAttempt } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import {
  afterAttempt,
  type DeliveryResult,
  type MessageKind,
  postbackId,
  type RetrySchedule,
} from './postback.ts';
import type { ReceiverLimiter, Slot } from './receiver-limiter.ts';
import type { PostbackSender } from './sending/send.ts';
import { signedHeaders } from './sending/sign.ts';

/**
 * Result of a delivery attempt, for the metrics. `late`: its claim had expired, so the result does not count.
 */
export const ATTEMPT_RESULTS = ['delivered', 'retry', 'failed', 'interrupted', 'late'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** Runs an attempt as part of a trace: `send` gets the headers that tell the receiver about it. */
export type TraceAttempt = (
  postback: Claimed,
  send: (headers: Readonly<Record<string, string>>) => Promise<DeliveryResult>,
) => Promise<DeliveryResult>;

export interface Deliverer {
  /**
   * Sends a postback once and records the result. True when a later postback of the transaction may now be
   * sent.
   */
  deliver(postback: Claimed, slot: Slot): Promise<boolean>;
}

/** Created for each round, so that a merchant's secrets are read once per round. */
export function createDeliverer(options: {
  readonly store: DeliveryStore;
  readonly limiter: ReceiverLimiter;
  readonly sender: PostbackSender;
  readonly schedules: Readonly<Record<MessageKind, RetrySchedule>>;
  readonly clock: Clock;
  signingSecrets(personId: number): Promise<readonly Secret[]>;
  /** Absent: attempts are not traced. */
  readonly traceAttempt?: TraceAttempt | undefined;
  onAttempt(end: AttemptResult): void;
  onError(error: unknown): void;
}): Deliverer {
  const { store, limiter, sender, schedules, clock } = options;
  const known = new Map<number, Promise<readonly Secret[]>>();
  const secretsOf = (merchantId: number): Promise<readonly Secret[]> => {
    const secrets = known.get(merchantId) ?? options.signingSecrets(merchantId);
    known.set(merchantId, secrets);
    return secrets;
  };
  const send = async (
    postback: Claimed,
    traceHeaders: Readonly<Record<string, string>> = {},
  ): Promise<DeliveryResult> => {
    const { url, body, kind } = postback;
    if (kind === 'callback') return sender.send({ url, body: '', headers: traceHeaders, kind });
    const message = { id: postbackId(postback), body, now: clock.now() };
    const headers = signedHeaders(message, await secretsOf(postback.merchantId));
    return sender.send({ url, body, headers: { ...headers, ...traceHeaders }, kind });
  };
  const { traceAttempt } = options;

  return {
    deliver: async (postback, slot) => {
      let result: DeliveryResult | undefined;
      let endedAt = slot.startedAt;
      try {
        result = traceAttempt
          ? await traceAttempt(postback, (headers) => send(postback, headers))
          : await send(postback);
        endedAt = clock.now();
        const after = afterAttempt(result, postback.tries, schedules[postback.kind], endedAt);
        const answer = result.kind === 'refused' ? result.answer : undefined;
        const tried: DeliveryAttempt = { postback, after, at: endedAt, answer };
        const { held, freed } = await store.record(tried);
        options.onAttempt(held ? endOf(result, after.state) : 'late');
        return freed;
      } catch (error) {
        // The claim expires, and then the postback is sent again.
        options.onError(error);
        return false;
      } finally {
        limiter.release(slot, howItWent(result), endedAt);
      }
    },
  };
}

function endOf(result: DeliveryResult, state: DeliveryAttempt['after']['state']): AttemptResult {
  if (result.kind === 'interrupted') return 'interrupted';
  return state === 'waiting' ? 'retry' : state;
}

function howItWent(result: DeliveryResult | undefined): 'well' | 'badly' | 'unused' {
  if (result?.kind === 'delivered') return 'well';
  return result?.kind === 'refused' ? 'badly' : 'unused';
}
