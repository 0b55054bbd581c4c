import type { MinorUnits } from '../../providers/index.ts';
import type { Order } from './order.ts';

/** Status numbers on the wire (docs/contract/decided.md 3). 2 and 3 are not used. */
export const Status = {
  /** A card's buyer is at the page of the bank; a Pix is being made. */
  started: 0,
  /** The buyer has not paid yet: a payment link, a Pix. */
  intention: 1,
  expired: 4,
  authorized: 5,
  captured: 6,
  denied: 7,
  canceling: 8,
  canceled: 9,
  pending: 10,
  failed: 11,
  intentionCanceled: 12,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** The status of this number; undefined where there is none. */
export function readStatus(number: number): Status | undefined {
  return Object.values(Status).find((status) => status === number);
}

const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  [Status.intention]: [
    Status.started,
    Status.expired,
    Status.authorized,
    Status.captured,
    Status.canceling,
    Status.canceled,
    Status.pending,
    Status.intentionCanceled,
  ],
  [Status.started]: [
    Status.intention,
    Status.expired,
    Status.authorized,
    Status.captured,
    Status.denied,
    Status.canceled,
    Status.pending,
    Status.failed,
  ],
  [Status.pending]: [
    Status.intention,
    Status.expired,
    Status.authorized,
    Status.captured,
    Status.denied,
    Status.canceling,
    Status.canceled,
    Status.failed,
  ],
  [Status.authorized]: [Status.captured, Status.canceled, Status.pending],
  [Status.captured]: [Status.canceling, Status.canceled],
  [Status.canceling]: [Status.captured, Status.canceled],
  [Status.expired]: [],
  [Status.denied]: [],
  [Status.canceled]: [],
  [Status.failed]: [],
  [Status.intentionCanceled]: [],
};

/** Whether a transaction may go from one status to another. Final statuses go nowhere. */
export function canTransition(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}

/** Result of a sale, as its merchant sees it. */
export interface Result {
  readonly status: Status;
  readonly providerReference: string | undefined;
  readonly providerCode: string | undefined;
  readonly providerMessage: string | undefined;
  readonly authorizationCode: string | undefined;
  readonly eci: number | undefined;
  readonly capturedAmount: MinorUnits | undefined;
  readonly refundedAmount: MinorUnits | undefined;
  /** Accepted and not final. Undefined where only one refund may be under way: then the status says so. */
  readonly refundingAmount: MinorUnits | undefined;
  /** Taken from the merchant in a dispute, or blocked for one: it cannot be given back once more. No refund of the merchant's. */
  readonly disputedAmount: MinorUnits | undefined;
  /** What is kept of the address of the buyer's page (`AuthenticationPages`). */
  readonly redirectUrl: string | undefined;
  /** How the last try of an unpaid link ended: the status that a sale of its own would have. Merchants are not told it. */
  readonly lastTry: Status | undefined;
}

/** A payment and how it stands. Times in milliseconds since 1970. */
export interface Transaction {
  readonly id: string;
  readonly merchantId: number;
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly order: Order;
  readonly result: Result;
  /** Grows with every change. A change counts only on the version it was made from. */
  readonly version: number;
  /** The capture, void or refund under way; one at a time. */
  readonly openMovement: string | undefined;
  /** The acquirer's number of the sale, of the last attempt that has one. */
  readonly nsu: string | undefined;
  /** 1: made up to show the panel; no acquirer knows it. */
  readonly demo: number | undefined;
}

/** Every member of a result but its status. */
const NOTHING_KNOWN: Readonly<Record<Exclude<keyof Result, 'status'>, undefined>> = {
  providerReference: undefined,
  providerCode: undefined,
  providerMessage: undefined,
  authorizationCode: undefined,
  eci: undefined,
  capturedAmount: undefined,
  refundedAmount: undefined,
  refundingAmount: undefined,
  disputedAmount: undefined,
  redirectUrl: undefined,
  lastTry: undefined,
};

export const RESULT_MEMBERS = ['status', ...Object.keys(NOTHING_KNOWN)] as readonly (keyof Result)[];

/** A result with only these members known. */
export function newResult(status: Status, known: Partial<Result> = {}): Result {
  return { ...NOTHING_KNOWN, ...known, status };
}
