/** Who or what brought a change about. */
export type Cause =
  /** The merchant's request. */
  | 'merchant'
  /** The buyer's browser during 3-D Secure. */
  | 'buyer'
  /** The background job that resolves what a failure left open. */
  | 'recovery'
  /** Time that ran out. */
  | 'expiry'
  | 'operator'
  /** The delivery of postbacks. */
  | 'delivery';

export type EventKind =
  /** An attempt or a movement was written down and is about to be sent. */
  | 'sent'
  /** Its outcome was stored. */
  | 'answered'
  /** An answer came after somebody else had taken the attempt over: evidence, nothing more. */
  | 'late_answer'
  /** Refused before anything was sent. */
  | 'refused'
  /** The buyer was sent to the acquirer, or came back from there. */
  | 'buyer_left'
  | 'buyer_returned'
  | 'expired'
  /** What a crash or a lost answer left behind was taken over by recovery. */
  | 'taken_over'
  | 'queried'
  /** It was decided to take a charge back; `undo` tells what each call brought. */
  | 'undo_decided'
  | 'undo'
  | 'resolved'
  | 'needs_attention'
  | 'postback';

export interface Origin {
  readonly cause: Cause;
  readonly requestId?: string;
}

/** One line of a transaction's history: never changed, never deleted. */
export interface NewEvent {
  readonly transactionId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: EventKind;
  readonly origin: Origin;
  /** Small and flat. Never a card number, cvv, key or password. */
  readonly details: Readonly<Record<string, string | number | undefined>>;
}

export interface HistoryEvent extends NewEvent {
  /** Orders the events of a transaction. */
  readonly id: string;
}
