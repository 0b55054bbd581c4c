/** Whole minor units of the currency (centavos), 1 to 999 999 999 999. */
export type MinorUnits = number;

export type CardType = 'credit' | 'debit';
export type InterestPlan = 'store' | 'issuer';

/** No acquirer refunds a sale later than this after its capture: `refund.windowDays` of none is longer. */
export const LONGEST_REFUND_DAYS = 365;

/** What can be done with a charge that was made, and how long a request about it may take. */
export interface ChargeTerms {
  readonly capture: {
    readonly later: boolean;
    readonly partial: boolean;
    readonly multiple: boolean;
    readonly windowDays: number;
  };
  readonly voidBeforeCapture: 'full' | 'partial' | 'none';
  readonly refund: {
    readonly partial: boolean;
    readonly multiple: boolean;
    readonly windowDays: number;
    readonly asynchronous: boolean;
    /** `sum`: only the sum of all refunds is told, so that a snapshot has one entry for all of them. */
    readonly toldAs?: 'each' | 'sum';
    /** A refund may be under way for so long without being shown. By default it is shown as soon as it was taken. */
    readonly shownWithinMs?: number;
  };
  readonly timing: {
    readonly connectMs: number;
    readonly authorizeMs: number;
    readonly otherMs: number;
    /** A "not found" counts only this long after the send (docs/contract/acquirers.md G.5 step 7). */
    readonly maxProcessingMs: number;
  };
}

/** What a connector can do for one brand and kind, answered without calling anybody (docs/contract/acquirers.md G.1). */
export interface Capabilities extends ChargeTerms {
  readonly kinds: readonly CardType[];
  readonly zeroAmount: boolean;
  readonly installments: {
    readonly plans: readonly InterestPlan[];
    readonly max: number;
    /** Least amount of one installment, minor units; looked at only from two installments on. */
    readonly minAmountEach: MinorUnits;
    /** The acquirer's own code for less than that; the card scheme's is used when absent. */
    readonly tooSmallCode?: string;
  };
  readonly reference: { readonly maxLength: number };
  readonly softDescriptor: { readonly maxLength: number };
  readonly queryBy: { readonly ourReference: boolean; readonly theirId: boolean };
  readonly undo: 'by_reference' | 'by_their_id' | 'query_first' | 'none';
  readonly threeDSecure: 'embedded' | 'none';
  /** Whether it takes proof of an authentication that was made elsewhere. */
  readonly externalProof?: boolean;
  /**
   * Whether the acquirer keeps cards, so that they can be charged by a token. `by_reference`: one whose answer was
   * lost can be found by our reference; `by_token`: only by the acquirer's token.
   */
  readonly storedCards: 'by_reference' | 'by_token' | 'none';
}
