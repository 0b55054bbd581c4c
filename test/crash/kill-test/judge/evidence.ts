import type { PixEvidence } from './pix-evidence.ts';
import type { SlipEvidence } from './slip-evidence.ts';
import type { TillEvidence } from './till-evidence.ts';

/** All facts known after a kill test. Amounts in minor units. */
export interface Evidence {
  /** The acquirers' books. */
  readonly charges: readonly HostCharge[];
  /** References that were sent to the acquirer more than once. */
  readonly repeatedReferences: readonly string[];
  readonly transactions: readonly TransactionRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly movements: readonly MovementRecord[];
  readonly cases: readonly CaseRecord[];
  /** Chronological within each transaction. */
  readonly history: readonly HistoryRecord[];
  readonly postbacks: readonly PostbackRecord[];
  /** Requests of merchants, with their answers. */
  readonly calls: readonly Call[];
  /** Received postbacks, in the order in which they arrived. */
  readonly receivedPostbacks: readonly ReceivedPostback[];
  /** Reusable links. */
  readonly links: readonly LinkRecord[];
  /** What buyers were shown. */
  readonly receipts: readonly Receipt[];
  readonly storedCards: readonly StoredCardRecord[];
  readonly acquirerTokens: readonly AcquirerTokenRecord[];
  /** The cards that the acquirer keeps. */
  readonly hostCards: readonly HostCard[];
  readonly tokenAnswers: readonly TokenAnswer[];
  /** Requests to store a card, and forms for one. */
  readonly tokenizations: readonly TokenizationRecord[];
  /** Postbacks of stored cards, and their deliveries. */
  readonly cardPostbacks: readonly MessageRecord[];
  readonly receivedCards: readonly ReceivedCard[];
  /** Messages to sellers' systems about sales at tills, and the ids of the sales in those that were accepted. */
  readonly callbacks: readonly MessageRecord[];
  readonly acceptedCallbacks: readonly AcceptedCallback[];
  readonly tills: TillEvidence;
  readonly pix: PixEvidence;
  readonly slips: SlipEvidence;
}

export interface LinkRecord {
  readonly id: string;
  readonly maxUses: number;
  readonly uses: number;
}

/** A page that told a buyer that the payment is approved. */
export interface Receipt {
  readonly referenceId: string;
  readonly transactionId: string;
}

export interface StoredCardRecord {
  readonly id: string;
  readonly merchantId: number;
  readonly token: string;
  readonly fingerprint: string;
  readonly mask: string;
  readonly state: string;
  /** Reference of the acquirer token that is charged, and of the one that is being made. */
  readonly charged: string | undefined;
  readonly underWay: string | undefined;
}

/** One request to the acquirer to keep a card. */
export interface AcquirerTokenRecord {
  readonly reference: string;
  readonly cardId: string;
  readonly state: string;
}

export interface TokenizationRecord {
  readonly id: string;
  readonly referenceId: string | undefined;
  readonly postBackUrl: string | undefined;
  readonly cardId: string | undefined;
  readonly state: string;
}

/** One message of the outbox. */
export interface MessageRecord {
  /** What it is about: the id of a tokenization, or the queue of a sale's callbacks. */
  readonly about: string;
  readonly version: number;
  readonly state: string;
}

/** One delivery of a postback about a stored card, as received. */
export type ReceivedCard = Omit<ReceivedPostback, 'transactionId' | 'status'>;

export interface AcceptedCallback {
  /** Undefined: not in its address. */
  readonly saleId: number | undefined;
}

export interface HostCard {
  readonly pv: string;
  readonly mask: string;
  readonly status: string;
}

/** What a merchant was answered about a stored card. */
export interface TokenAnswer {
  readonly referenceId: string;
  readonly kind: 'store' | 'delete';
  /** The Idempotency-Key that it was sent with. */
  readonly key: string | undefined;
  /** The token that was answered, or that was to be deleted. */
  readonly token: string | undefined;
  readonly http: number;
  readonly text: string;
}

export type HostState = 'approved' | 'declined' | 'canceled' | 'pending' | 'buyer_awaited' | 'forgotten';

export interface HostCharge {
  /** Whose book it is in. */
  readonly provider: string;
  readonly reference: string;
  readonly tid: string;
  readonly state: HostState;
  readonly amount: number;
  readonly captured: number;
  /** Released without a capture. */
  readonly voided: number;
  readonly refunded: number;
}

export interface TransactionRecord {
  readonly id: string;
  /** The acquirer that is told to the merchant. */
  readonly provider: string;
  readonly referenceId: string;
  readonly amount: number;
  readonly status: number;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly hasOpenMovement: boolean;
  /** The reusable link that it pays. */
  readonly linkId: string | undefined;
  /** The charge of the back office that it is made for. */
  readonly chargeId: number | undefined;
  /** By what its buyer pays it by himself; undefined for cards. */
  readonly paidByBuyer: 'pix' | 'bankSlip' | undefined;
}

export interface AttemptRecord {
  /** Where it was asked for. */
  readonly provider: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly state: string;
}

export interface MovementRecord {
  readonly id: string;
  readonly transactionId: string;
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amount: number;
  readonly state: string;
}

export interface CaseRecord {
  readonly subject: string;
  readonly transactionId: string;
  readonly kind: string;
  readonly state: string;
  readonly reason: string;
}

export interface HistoryRecord {
  readonly transactionId: string;
  readonly kind: string;
  readonly requestId: string | undefined;
  /** The transaction's status after the event, if the event has one. */
  readonly status: number | undefined;
  /** The attempt or movement of the event. */
  readonly subject: string | undefined;
  /** Of an attempt at a second acquirer in the same request: the first one. */
  readonly after?: string | undefined;
}

export interface PostbackRecord {
  readonly id: string;
  readonly transactionId: string;
  readonly version: number;
  readonly state: string;
}

export type CallKind = 'sale' | 'capture' | 'void' | 'query';

/** One request of a merchant. Times are of one clock, in milliseconds. */
export interface Call {
  /** The merchant's own reference, one for each order. */
  readonly referenceId: string;
  readonly kind: CallKind;
  /** The Idempotency-Key that it was sent with. */
  readonly key: string | undefined;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Undefined when the connection broke. */
  readonly answer: Answer | undefined;
}

export interface Answer {
  readonly http: number;
  readonly requestId: string;
  /** Code of a refusal. */
  readonly code: string | undefined;
  /** The transaction in the answer; undefined for a refusal. */
  readonly reported: ReportedTransaction | undefined;
  /** The whole body, if the request had a key. */
  readonly text: string | undefined;
}

export interface ReportedTransaction {
  readonly transactionId: string;
  readonly amount: number;
  readonly status: number;
  readonly capturedAmount: number | undefined;
  readonly refundedAmount: number | undefined;
  /** Address for the buyer of a 3-D Secure sale. */
  readonly redirectUrl?: string | undefined;
  /** What a Pix is called at the bank: the txid until it is paid. */
  readonly pixName?: string | undefined;
  /** How a slip is paid, as its buyer reads it. */
  readonly slip?: { readonly line: string; readonly pix: string } | undefined;
}

/** One delivery of a postback, as received. */
export interface ReceivedPostback {
  readonly webhookId: string;
  readonly transactionId: string;
  readonly status: number;
  readonly body: string;
  readonly isSigned: boolean;
  /** Answered with 200. */
  readonly isAccepted: boolean;
}

/** A violated rule, with details and where to look. */
export interface Finding {
  readonly rule: string;
  readonly details: string;
  readonly transactionId?: string;
  /** Reference at the acquirer. */
  readonly reference?: string;
}
