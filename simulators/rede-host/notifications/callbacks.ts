/** Callbacks that are remembered. */
export const MAX_REMEMBERED = 500;

/** A callback as it went out. */
export interface SentCallback {
  readonly at: number;
  readonly url: string;
  readonly body: object;
  /** HTTP status of the receiver; undefined when there was no answer. */
  readonly status: number | undefined;
}

/** What the host calls by itself, and whom. */
export interface Callbacks {
  /** Sent with each call: what was registered with the notification address (docs/contract/acquirers.md A.7). */
  authorization: string | undefined;
  notificationUrl: string | undefined;
  /** Newest last. */
  readonly sent: SentCallback[];
  onTheWay: number;
}

export function createCallbacks(): Callbacks {
  return { authorization: undefined, notificationUrl: undefined, sent: [], onTheWay: 0 };
}
