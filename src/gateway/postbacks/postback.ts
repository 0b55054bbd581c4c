import { MAX_POSTBACK_DELAY_SECONDS } from '../../accounts/postback-delay.ts';

/** `waiting`: to be sent, now or later. `failed`: every attempt was used up; it is kept and can be resent. */
export const POSTBACK_STATES = ['waiting', 'delivered', 'failed'] as const;
export type PostbackState = (typeof POSTBACK_STATES)[number];

/**
 * `postback`: of a transaction. `card`: of a card stored without a sale; sent in the same way. `callback`: of the back
 * office, an empty POST whose address says everything; any 2xx ends it.
 */
export type MessageKind = 'postback' | 'card' | 'callback';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before each try, counted from the end of the try before it (docs/contract/decided.md 3, "Postback"). */
const WAITS_MS = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** The original service's: 2, 4, 8, 16 and 32 minutes (docs/guias/callbacks.md). */
const CALLBACK_WAITS_MS = [0, 2, 4, 8, 16, 32].map((minutes) => minutes * MINUTE_MS);
/** So that the answer to the request that made the change is out, as a rule, before its callback arrives. */
const CALLBACK_WAIT_MS = SECOND_MS;

/**
 * A postback is not sent before the answer to the request that made the change is out. The sender of the
 * answer says when it is; if the process dies before, the first attempt starts this much later.
 */
export const ANSWER_FIRST_MS = SECOND_MS;

/** The longest that a shop may choose, counted from the answer. */
const LONGEST_FIRST_WAIT_MS = MAX_POSTBACK_DELAY_SECONDS * SECOND_MS + ANSWER_FIRST_MS;
/** Instances' clocks differ a little; and a claim of one that is being sent ends sooner. */
const RESERVE_MS = MINUTE_MS;

/** For each number of tries, no message of any kind waits for longer. */
export function longestWaits(timeScale: number): readonly number[] {
  return WAITS_MS.map((wait, tries) => {
    const retry = Math.max(wait, CALLBACK_WAITS_MS[tries] ?? 0) / timeScale;
    return Math.ceil(tries === 0 ? LONGEST_FIRST_WAIT_MS : retry) + RESERVE_MS;
  });
}

export interface RetrySchedule {
  /** Milliseconds until the next attempt after this many failed ones; undefined when there is none. */
  waitAfter(tries: number): number | undefined;
}

/** `timeScale` divides every wait: the sandbox's GUICHE_SIM_TIME_SCALE. */
export function createRetrySchedule(timeScale: number, kind: MessageKind = 'postback'): RetrySchedule {
  const waits: readonly number[] = kind === 'callback' ? CALLBACK_WAITS_MS : WAITS_MS;
  return {
    waitAfter: (tries) => {
      const wait = waits[tries];
      return wait === undefined ? undefined : Math.ceil(wait / timeScale);
    },
  };
}

/** A change of a transaction's status that its merchant is to be told. */
export interface NewPostback {
  readonly transactionId: string;
  /** The transaction's version after the change. It grows with each change. */
  readonly version: number;
  readonly merchantId: number;
  /** The order's postBackUrl. */
  readonly url: string;
  readonly referenceId?: string | undefined;
  readonly status: number;
  readonly providerReference?: string | undefined;
  /** What it tells besides, to who asked for it: `type` first. */
  readonly news?: { readonly type: string } | undefined;
  /** The request whose answer reports the same change; undefined when no request of the merchant made it. */
  readonly requestId?: string | undefined;
  /** Milliseconds the first attempt waits after that answer or, without a request, after the change. */
  readonly waitMs: number;
}

/** The inserted columns; the others have defaults. */
export interface NewPostbackRow {
  transaction_id: string;
  version: number;
  merchant_id: number;
  receiver: string;
  url: string;
  body: string;
  kind: MessageKind;
  next_at: number;
  created_at: number;
}

/** Insert it in the commit of the change. Throws a TypeError when the URL is not valid. */
export function postbackRow(postback: NewPostback, now: number): NewPostbackRow {
  const { transactionId, referenceId, status, providerReference, news } = postback;
  return {
    transaction_id: transactionId,
    version: postback.version,
    merchant_id: postback.merchantId,
    receiver: receiverOf(new URL(postback.url)),
    url: postback.url,
    // Documented order; undefined members are left out.
    body: JSON.stringify({
      type: news?.type,
      transactionId,
      referenceId,
      status,
      providerReference,
      ...news,
    }),
    kind: 'postback',
    next_at: now + postback.waitMs + (postback.requestId === undefined ? 0 : ANSWER_FIRST_MS),
    created_at: now,
  };
}

/** A change of a sale, or of something printed, that the seller's system is told. */
export interface CallbackMessage {
  /** Callbacks of one queue are delivered in the order of their versions: `venda-12`. */
  readonly queue: string;
  readonly version: number;
  readonly personId: number;
  /** With everything that it tells in its query. */
  readonly url: string;
  readonly reference: string | undefined;
  readonly status: number;
}

/** Insert it in the commit of the change. Throws a TypeError when the URL is not valid. */
export function callbackRow(callback: CallbackMessage, now: number): NewPostbackRow {
  const { queue, version, personId, url, reference, status } = callback;
  return {
    transaction_id: queue,
    version,
    merchant_id: personId,
    receiver: receiverOf(new URL(url)),
    url,
    body: JSON.stringify({ referenceId: reference, status }),
    kind: 'callback',
    next_at: now + CALLBACK_WAIT_MS,
    created_at: now,
  };
}

/** A card that was stored without a sale. */
export interface CardMessage {
  readonly tokenizationId: string;
  /** The tokenization's version after the change. */
  readonly version: number;
  readonly merchantId: number;
  readonly url: string;
  /** The record that `GET /v1/tokenization/{token}` answers. */
  readonly record: object;
}

/** Insert it in the commit of the change. Throws a TypeError when the URL is not valid. */
export function cardRow(
  { tokenizationId, version, merchantId, url, record }: CardMessage,
  now: number,
): NewPostbackRow {
  return {
    transaction_id: tokenizationId,
    version,
    merchant_id: merchantId,
    receiver: receiverOf(new URL(url)),
    url,
    body: JSON.stringify(record),
    kind: 'card',
    next_at: now + ANSWER_FIRST_MS,
    created_at: now,
  };
}

/** `host:port` in lower case: health and limits are counted by it, whatever the path. */
export function receiverOf(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname.replace(/\.$/, '')}:${port}`;
}

export interface PostbackKey {
  readonly transactionId: string;
  readonly version: number;
}

/** The `webhook-id` header of every attempt. */
export function postbackId({ transactionId, version }: PostbackKey): string {
  return `${transactionId}.${version}`;
}

const POSTBACK_ID = /^([0-9a-f-]{36}|(?:venda|pedido|impressao)-\d{1,15})\.(\d{1,15})$/;

/** Undefined when the text is not such an id. */
export function readPostbackId(text: string): PostbackKey | undefined {
  const [, transactionId, version] = POSTBACK_ID.exec(text.toLowerCase()) ?? [];
  if (transactionId === undefined) return undefined;
  return { transactionId, version: Number(version) };
}

/** Result of one attempt. */
export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly status?: number }
  /**
   * `status`: HTTP, when there was an answer. `error`: a short code without any part of the URL or the
   * answer. `answer`: how the body of the answer begins, where it has one.
   */
  | {
      readonly kind: 'refused';
      readonly status?: number;
      readonly error: string;
      readonly answer?: string;
    }
  /** The service was stopping. The attempt does not count, though the postback may have arrived. */
  | { readonly kind: 'interrupted' };

/** State of a postback after an attempt. */
export interface AfterAttempt {
  readonly state: PostbackState;
  readonly tries: number;
  readonly nextAt: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly endedAt: number | null;
}

/** `tries`: attempts made before this one. */
export function afterAttempt(
  result: DeliveryResult,
  tries: number,
  schedule: RetrySchedule,
  now: number,
): AfterAttempt {
  if (result.kind === 'interrupted') {
    return {
      state: 'waiting',
      tries,
      nextAt: now,
      lastStatus: null,
      lastError: 'interrupted',
      endedAt: null,
    };
  }
  const made = tries + 1;
  if (result.kind === 'delivered') {
    return {
      state: 'delivered',
      tries: made,
      nextAt: now,
      lastStatus: result.status ?? 200,
      lastError: null,
      endedAt: now,
    };
  }
  const last = { tries: made, lastStatus: result.status ?? null, lastError: result.error };
  const wait = schedule.waitAfter(made);
  return wait === undefined
    ? { ...last, state: 'failed', nextAt: now, endedAt: now }
    : { ...last, state: 'waiting', nextAt: now + wait, endedAt: null };
}
