/** `waiting`: to be sent, now or later. `failed`: every try was made; it stays, and can be sent again. */
export const POSTBACK_STATES = ['waiting', 'delivered', 'failed'] as const;
export type PostbackState = (typeof POSTBACK_STATES)[number];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before each try, counted from the end of the try before it (decisions 3, "Postback"). */
const WAITS_MS = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/**
 * Nobody is told of a change before the answer to the request that made it is out. Whoever sent the answer says so; if
 * nobody does, because the process is gone, the first try starts this much later.
 */
export const ANSWER_FIRST_MS = SECOND_MS;

export interface Schedule {
  /** Milliseconds until the next try after so many that failed; undefined: there is none. */
  waitAfter(tries: number): number | undefined;
}

/** `timeScale` divides every wait: the sandbox's GUICHE_SIM_TIME_SCALE. */
export function createSchedule(timeScale: number): Schedule {
  return {
    waitAfter: (tries) => {
      const wait = WAITS_MS[tries];
      return wait === undefined ? undefined : Math.ceil(wait / timeScale);
    },
  };
}

/** A change of a transaction's status, as its merchant is told. */
export interface News {
  readonly transactionId: string;
  /** Of the transaction, after the change: later changes have greater ones. */
  readonly version: number;
  readonly merchantId: number;
  /** The order's postBackUrl. */
  readonly url: string;
  readonly referenceId?: string | undefined;
  readonly status: number;
  readonly providerReference?: string | undefined;
  /** The request whose answer tells the same; undefined where the change had none of the merchant's. */
  readonly requestId?: string | undefined;
  /** How long the first try waits after that answer, in milliseconds; without a request, after the change. */
  readonly waitMs: number;
}

/** What is inserted; the other columns have defaults. */
export interface NewPostbackRow {
  transaction_id: string;
  version: number;
  merchant_id: number;
  receiver: string;
  url: string;
  body: string;
  next_at: number;
  created_at: number;
}

/** To be inserted in the commit of the change that it tells, `now`. Throws a TypeError for what is no URL. */
export function postbackRow(news: News, now: number): NewPostbackRow {
  const { transactionId, referenceId, status, providerReference } = news;
  return {
    transaction_id: transactionId,
    version: news.version,
    merchant_id: news.merchantId,
    receiver: receiverOf(new URL(news.url)),
    url: news.url,
    // The order is that of the published form; what is undefined is left out.
    body: JSON.stringify({ transactionId, referenceId, status, providerReference }),
    next_at: now + news.waitMs + (news.requestId === undefined ? 0 : ANSWER_FIRST_MS),
    created_at: now,
  };
}

/** `host:port` in lower case: who it is that answers slowly or not at all, whatever the path. */
export function receiverOf(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname.replace(/\.$/, '')}:${port}`;
}

export interface PostbackKey {
  readonly transactionId: string;
  readonly version: number;
}

/** The `webhook-id` that every try of a postback carries. */
export function postbackId({ transactionId, version }: PostbackKey): string {
  return `${transactionId}.${version}`;
}

const POSTBACK_ID = /^([0-9a-f-]{36})\.(\d{1,15})$/;

/** Undefined for a text that is no such id. */
export function readPostbackId(text: string): PostbackKey | undefined {
  const [, transactionId, version] = POSTBACK_ID.exec(text.toLowerCase()) ?? [];
  if (transactionId === undefined) return undefined;
  return { transactionId, version: Number(version) };
}

/** What one try brought. */
export type TryResult =
  | { readonly result: 'delivered' }
  /** `status`: HTTP, when there was an answer. `error`: a short code, without anything of the URL or the answer. */
  | { readonly result: 'refused'; readonly status?: number; readonly error: string }
  /** The service is stopping: as if it had not been tried, though it may have arrived. */
  | { readonly result: 'interrupted' };

/** What becomes of a postback after a try. */
export interface AfterTry {
  readonly state: PostbackState;
  readonly tries: number;
  readonly nextAt: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly endedAt: number | null;
}

/** `tries`: those made before this one. */
export function afterTry(result: TryResult, tries: number, schedule: Schedule, now: number): AfterTry {
  if (result.result === 'interrupted') {
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
  if (result.result === 'delivered') {
    return { state: 'delivered', tries: made, nextAt: now, lastStatus: 200, lastError: null, endedAt: now };
  }
  const last = { tries: made, lastStatus: result.status ?? null, lastError: result.error };
  const wait = schedule.waitAfter(made);
  return wait === undefined
    ? { ...last, state: 'failed', nextAt: now, endedAt: now }
    : { ...last, state: 'waiting', nextAt: now + wait, endedAt: null };
}
