import type { HistoryEvent } from '../history/index.ts';
import type { IntentionResult, PayResult } from '../intentions/index.ts';
import type { CardSale, StoredCardCharge, TextFields, TypedCard } from '../kinds/card/index.ts';
import type { PixBeside } from '../kinds/pix/index.ts';
import type { SlipBeside } from '../kinds/slip/index.ts';
import type { KeptDecline, SlipBankTerms } from '../providers/index.ts';
import type {
  MovementOptions,
  MoveResult,
  SaleResult,
  Transaction,
  TransactionFilter,
  Tries,
} from '../transactions/index.ts';
import type {
  IntendedRequest,
  IntendRequest,
  MovementRequest,
  PayIntentionRequest,
  SellRequest,
} from './requests.ts';

/**
 * The use cases of payments, for routes, panel, checkout and sales. With the same idempotency key each takes
 * effect once. Besides the refusals named at each function, idempotency_running and idempotency_mismatch are
 * thrown.
 */
export interface Payments {
  /** Authorizes a sale by card, or makes the Pix of one. Throws Refusal when the request is wrong; then nothing was stored or sent. */
  sell(request: SellRequest): Promise<SaleResult>;
  /**
   * Authorizes and captures a sale by a stored card. Throws card_token_invalid (400) and card_token_account_gone
   * (409), and the refusals of `sell`; then nothing was stored or sent.
   */
  charge(request: StoredCardCharge): Promise<SaleResult>;
  /**
   * Makes an intention: a transaction of status 1, whose buyer pays on the hosted page. Throws Refusal when the
   * request is wrong; then nothing was stored.
   */
  intend(request: IntendRequest): Promise<IntentionResult>;
  /** What `intend` made with this idempotency key, as it is now. Makes nothing. */
  intended(request: IntendedRequest): Promise<Transaction | undefined>;
  /** The token in the address of an intention's hosted page. */
  tokenOf(transaction: Pick<Transaction, 'id'>): string;
  /** The intention whose hosted page has this token. */
  findIntention(token: string): Promise<Transaction | undefined>;
  /** Throws Refusal when the card is wrong; then nothing was stored or sent. */
  pay(request: PayIntentionRequest): Promise<PayResult>;
  /** How often a buyer has tried to pay an intention, and what can be done about the last refusal. */
  triesOf(transaction: Pick<Transaction, 'id'>): Promise<Tries>;
  capture(request: MovementRequest): Promise<MoveResult>;
  /** Voids what was authorized, refunds what was captured, cancels an intention or a Pix that nobody has paid. */
  void(request: MovementRequest): Promise<MoveResult>;
  /** What `capture` and `void` would do now, and the maximum amount; or why nothing. */
  optionsOf(transaction: Transaction): Promise<MovementOptions>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** What is kept beside a transaction by Pix; undefined for any other. */
  pixOf(transaction: Transaction): Promise<PixBeside | undefined>;
  /** The same of a transaction by slip. */
  slipOf(transaction: Transaction): Promise<SlipBeside | undefined>;
  /** What the merchant's bank for slips takes; undefined where it has none. */
  slipsTakenBy(merchantId: number): Promise<SlipBankTerms['slip'] | undefined>;
  /** The addresses of the pages of these transactions by Pix, by transaction. */
  pixPagesOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Where the buyer of a transaction must go now; undefined when nowhere. */
  redirectUrlOf(transaction: Pick<Transaction, 'result'>): string | undefined;
  /**
   * The card that was sent, in clear or as a cardHash, checked. `texts` are those that are stored beside it. Throws the
   * refusal of its fault, and card_number_exposed.
   */
  readCard(
    merchantId: number,
    sent: Pick<CardSale, 'cardHash' | 'cardFields'>,
    texts: TextFields,
  ): Promise<TypedCard>;
  /** The token of the card that a sale was to keep, while the acquirer keeps it. Undefined where there is none to look for. */
  savedTokenOf(transaction: Transaction): Promise<string | undefined>;
  /** Why it was refused; undefined when it was not. */
  declineOf(transaction: Transaction): Promise<KeptDecline | undefined>;
  /** As `declineOf`, for the merchant's panel: it also tells of links that are over. */
  declineOfLastTry(transaction: Transaction): Promise<KeptDecline | undefined>;
  /** Newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /**
   * The transaction's history with its origins, oldest first. Undefined when the merchant has no such
   * transaction.
   */
  changesOf(merchantId: number, id: string): Promise<readonly HistoryEvent[] | undefined>;
}
