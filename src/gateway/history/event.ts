/** What caused a change. */
export type Origin =
  /** The merchant's program, through the gateway's API. */
  | { readonly kind: 'merchant'; readonly requestId?: string | undefined }
  /** A person at the panel, who may have to give a reason. */
  | {
      readonly kind: 'panel';
      readonly requestId: string;
      readonly userId: number;
      readonly reason?: string | undefined;
    }
  /** A buyer on the hosted payment page. */
  | { readonly kind: 'checkout'; readonly requestId: string }
  /** The buyer's browser during 3-D Secure. */
  | { readonly kind: 'buyer'; readonly requestId?: string | undefined }
  /** A sale of the seller's back office: at a terminal, or from an order. */
  | { readonly kind: 'sale'; readonly requestId?: string | undefined }
  /** A due charge of a recurrence. */
  | { readonly kind: 'recurrence' }
  /** The background job that resolves what a failure left open. */
  | { readonly kind: 'recovery' }
  /** A time limit. */
  | { readonly kind: 'expiry' }
  /** The operator at the command line. */
  | { readonly kind: 'operator' }
  /** The delivery of postbacks. */
  | { readonly kind: 'delivery' };

/** What an event is about: an attempt, by its reference at the acquirer, or a movement, by its id. */
interface Subject {
  readonly subject: string;
  /** Only for movements. */
  readonly movement?: 'capture' | 'void' | 'refund' | undefined;
}

/** A change of the transaction's status. */
interface StatusChange {
  readonly from: number;
  readonly status: number;
}

/** When there was one. */
interface PossibleChange {
  readonly from?: number | undefined;
  readonly status?: number | undefined;
}

/**
 * Details of each kind of event: small and flat. Never a card number, cvv, key or password. Amounts in
 * centavos.
 */
export interface EventDetails {
  /** An attempt or movement was persisted and is about to be sent. */
  readonly sent: Subject & {
    readonly amount?: number | undefined;
    /** The buyer agreed on the page that the card is kept. */
    readonly keepsCard?: boolean | undefined;
    /** The acquirer that a payment was sent to after another one, in the same request, had charged nothing. */
    readonly provider?: string | undefined;
    readonly after?: string | undefined;
  };
  /** Its outcome was stored. */
  readonly answered: Subject &
    PossibleChange & {
      readonly outcome: string;
      readonly amount?: number | undefined;
      readonly code?: string | undefined;
      readonly eci?: number | undefined;
      /** ECI, version and reference of a proof that the merchant had made elsewhere. */
      readonly proven?: string | undefined;
      readonly refundId?: string | undefined;
      readonly reason?: string | undefined;
    };
  /** An answer came after recovery had taken its attempt or movement over: it is only evidence. */
  readonly late_answer: Subject & {
    readonly outcome: string;
    readonly theirId?: string | undefined;
    readonly code?: string | undefined;
    readonly refundId?: string | undefined;
    readonly reason?: string | undefined;
  };
  /** Refused before anything was sent. */
  readonly refused: { readonly status: number; readonly code?: string | undefined };
  /** The buyer was redirected to the acquirer, or came back. */
  readonly buyer_left: Readonly<Record<never, never>>;
  readonly buyer_returned: Readonly<Record<never, never>>;
  readonly expired: Subject & StatusChange;
  /** The time to capture it is about to pass; `until` is local. */
  readonly capture_window: { readonly until: string };
  /** A payment link was made for one payment. */
  readonly intention_created: { readonly status: number };
  /** It was canceled by the merchant or expired, unpaid. */
  readonly intention_ended: StatusChange;
  /** Recovery took over what a crash or a lost answer left behind. */
  readonly taken_over: Subject & PossibleChange & { readonly reason?: string | undefined };
  readonly queried: Subject & {
    readonly found: string;
    readonly reason?: string | undefined;
    /** Counted "not found" answers in a row. */
    readonly counted?: number | undefined;
    readonly refundId?: string | undefined;
  };
  /** A charge is to be reversed; `undo` events report each call. */
  readonly undo_decided: Subject & { readonly theirId?: string | undefined; readonly target: number };
  readonly undo: Subject &
    PossibleChange & {
      readonly outcome: string;
      readonly existed?: string | undefined;
      readonly code?: string | undefined;
      readonly message?: string | undefined;
      readonly reason?: string | undefined;
    };
  readonly resolved: Subject &
    StatusChange & {
      readonly outcome?: string | undefined;
      readonly amount?: number | undefined;
      readonly theirId?: string | undefined;
      readonly code?: string | undefined;
      readonly refundId?: string | undefined;
      /** As the operator entered it. */
      readonly reason?: string | undefined;
    };
  /** The bank of the payer, or of the card, took money back after a complaint, blocked it, or let it go again. */
  readonly disputed: Subject & {
    readonly amount: number;
    readonly state: string;
    readonly reason: string;
    readonly theirId?: string | undefined;
  };
  /** A dispute was opened, went on, or was warned of. `answerBy` is a local day. */
  readonly dispute: Subject & {
    readonly step: 'opened' | 'stage' | 'state' | 'money' | 'warned' | 'noted';
    readonly amount: number;
    readonly disputeKind: string;
    readonly state: string;
    readonly money: string;
    readonly answerBy?: string | undefined;
    /** Of a warning: so many days before. */
    readonly warnedDays?: number | undefined;
  };
  readonly needs_attention: Subject & { readonly reason: string };
  /** An attempt to deliver a postback. */
  readonly postback: {
    readonly version: number;
    readonly state: string;
    readonly tries: number;
    readonly httpStatus?: number | undefined;
    readonly error?: string | undefined;
    /** How the body of the receiver's answer begins, where the attempt failed. */
    readonly answer?: string | undefined;
  };
}

export type EventKind = keyof EventDetails;

/** An event of a transaction, of one kind or of any. */
export type TransactionEvent<Kind extends EventKind = EventKind> = {
  readonly [One in Kind]: {
    readonly kind: One;
    readonly origin: Origin;
    readonly details: EventDetails[One];
  };
}[Kind];

/** One line of a transaction's history: never changed, and kept as long as `oldHistory` says. `at` in milliseconds since 1970. */
export type NewEvent = TransactionEvent & {
  readonly transactionId: string;
  readonly at: number;
  /** Of an answer: when the same origin sent what it answers. Both events are stored as one row. */
  readonly sentAt?: number | undefined;
};

/** `id` orders the events of one moment. */
export type HistoryEvent = TransactionEvent & {
  readonly transactionId: string;
  readonly at: number;
  readonly id: string;
};
