/** Sent callbacks kept in memory. */
export const MAX_REMEMBERED = 500;

/** A callback as it was sent. */
export interface SentCallback {
  readonly at: number;
  readonly url: string;
  readonly body: object;
  /** HTTP status of the receiver; undefined when there was no answer. */
  readonly status: number | undefined;
}

/** The callbacks that the host sends, and where. */
export interface Callbacks {
  /** `Authorization` header of each callback, registered with the notification address (docs/contract/acquirers.md A.7). */
  authorization: string | undefined;
  notificationUrl: string | undefined;
  /** Newest last. */
  readonly sent: SentCallback[];
  inFlight: number;
}

export function createCallbacks(): Callbacks {
  return { authorization: undefined, notificationUrl: undefined, sent: [], inFlight: 0 };
}
