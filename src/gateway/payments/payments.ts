import { type DerivedTokens, isDerivedToken } from '../../platform/derived-tokens.ts';
import type { History, HistoryEvent } from '../history/index.ts';
import {
  cancelIntention,
  createIntention,
  type IntentionResult,
  type PayResult,
  payIntention,
  refuseIntention,
  sellIntention,
} from '../intentions/index.ts';
import {
  type CardSale,
  isLiveSale,
  type MerchantDefaults,
  openCard,
  refuseCardNumberBeside,
  type StoredCardCharge,
  saleByToken,
  savedMaskOf,
  type TextFields,
  type TypedCard,
  withDefaults,
  withPostBackUrl,
} from '../kinds/card/index.ts';
import type { Pix, PixBeside } from '../kinds/pix/index.ts';
import type { KeptDecline } from '../providers/index.ts';
import type { StoredCards } from '../stored-cards/index.ts';
import {
  type Claim,
  type IntentionStore,
  type MoveDependencies,
  type MovementOptions,
  type MoveResult,
  move,
  movementOptions,
  type Once,
  type RequestedMovement,
  refused,
  repeatedMove,
  type SaleResult,
  Status,
  saleResult,
  summaryOfTries,
  type Transaction,
  type TransactionFilter,
  type Tries,
  withAttemptUnderWay,
} from '../transactions/index.ts';
import { type AuthorizeDependencies, authorize, isPixSale } from './authorize.ts';
import { declineOf, declineOfLastTry } from './decline-of.ts';
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

export interface PaymentsDependencies extends AuthorizeDependencies, MoveDependencies {
  readonly acquirers: AuthorizeDependencies['acquirers'] & MoveDependencies['acquirers'];
  readonly pix: Pick<Pix, 'prepare' | 'besideOf' | 'withdraw'>;
  readonly history: Pick<History, 'of'>;
  readonly once: Once;
  readonly storedCards: Pick<StoredCards, 'use' | 'keepForSale' | 'ofSale'>;
  defaultsOf(merchantId: number): Promise<MerchantDefaults>;
  readonly intentions: Pick<IntentionStore, 'find'>;
  readonly tokens: DerivedTokens;
}

export function createPayments(dependencies: PaymentsDependencies): Payments {
  const { store, history, once, unstored, pix } = dependencies;

  /** Undefined for anything but an intention, or a Pix, that waits for its buyer. */
  const canceled = async (
    { merchantId, transactionId, amount, origin }: Omit<MovementRequest, 'idempotencyKey'>,
    idempotency?: Claim,
  ): Promise<MoveResult | undefined> => {
    const found = await store.find(merchantId, transactionId);
    const withdrawn = found && (await pix.withdraw(found, { origin, amount, idempotency }));
    if (withdrawn) return withdrawn;
    if (!found?.order.intention || found.result.status !== Status.intention) return undefined;
    if (amount !== undefined && amount !== found.amount) return refused('partial_unsupported');
    const transaction = await cancelIntention(dependencies, found, { origin, idempotency });
    return transaction && { kind: 'moved', transaction };
  };

  const moving =
    (wanted: RequestedMovement) =>
    ({ idempotencyKey: key, ...request }: MovementRequest): Promise<MoveResult> => {
      const run = async (idempotency?: Claim) =>
        (wanted === 'void' ? await canceled(request, idempotency) : undefined) ??
        move(dependencies, { ...request, wanted, idempotency });
      if (key === undefined) return run();
      const { merchantId, transactionId, amount } = request;
      const content = [transactionId, amount ?? null];
      return once({ merchantId, route: wanted, key, content }, run, repeatedMove);
    };

  /** The decline class is stored with the attempt. */
  const repeatedSale = async (transaction: Transaction): Promise<SaleResult> => {
    const attempts = await store.attemptsOf(transaction.id);
    return saleResult(dependencies.kinds, transaction, attempts.at(-1)?.declineClass);
  };

  const sell: Payments['sell'] = ({
    merchantId,
    origin,
    sale,
    newId,
    transactionId,
    capture,
    idempotency,
  }) => {
    const run = async (claim?: Claim) => {
      const named = transactionId === undefined ? undefined : await store.find(merchantId, transactionId);
      if (transactionId !== undefined) {
        if (!named?.order.intention) throw refuseIntention('intention_not_found', { field: 'transactionId' });
        if (isPixSale(sale)) throw refuseIntention('intention_type_not_offered', { field: 'payment.pix' });
        return sellIntention(dependencies, { origin, capture, idempotency: claim }, named, sale);
      }
      const defaults = await dependencies.defaultsOf(merchantId);
      const complete = isPixSale(sale) ? withPostBackUrl(sale, defaults) : withDefaults(sale, defaults);
      return authorize(dependencies, { merchantId, origin, idempotency: claim, newId }, complete);
    };
    if (!idempotency) return run();
    return once({ merchantId, route: 'sale', ...idempotency }, run, repeatedSale);
  };

  return {
    sell,
    charge: async (request) => {
      const { merchantId, transactionId } = request;
      const known = transactionId === undefined ? undefined : await store.find(merchantId, transactionId);
      return known ? repeatedSale(known) : sell(saleByToken(request));
    },
    intend: ({ merchantId, origin, intention, idempotency }) => {
      const run = async (claim?: Claim) =>
        createIntention(
          dependencies,
          { merchantId, origin, idempotency: claim },
          withDefaults(intention, await dependencies.defaultsOf(merchantId)),
        );
      if (!idempotency) return run();
      return once({ merchantId, route: 'intention', ...idempotency }, run, (transaction) => ({
        kind: 'created',
        transaction,
      }));
    },
    intended: async ({ merchantId, idempotency }) => {
      const made = await once<{ readonly kind: 'refused' } | IntentionResult>(
        { merchantId, route: 'intention', ...idempotency },
        async () => ({ kind: 'refused' }),
        (transaction) => ({ kind: 'created', transaction }),
      );
      return made.kind === 'created' ? store.find(merchantId, made.transaction.id) : undefined;
    },
    tokenOf: ({ id }) => dependencies.tokens.of(id),
    findIntention: async (token) => {
      if (!isDerivedToken(token)) return undefined;
      const found = await dependencies.intentions.find(dependencies.tokens.hash(token));
      return found && store.findAny(found.transactionId);
    },
    pay: ({ transaction, origin, payment, idempotencyKey: key }) => {
      const { id, merchantId } = transaction;
      const run = async (idempotency: Claim) => {
        // A replayed `intend` answers its first result with the version of a record that may be paid by now.
        const current = (await store.find(merchantId, id)) ?? transaction;
        return payIntention(dependencies, { origin, payment, idempotency }, current);
      };
      return once<PayResult>({ merchantId, route: 'payment', key, content: [id] }, run, repeatedSale);
    },
    triesOf: async ({ id }) => summaryOfTries(await store.attemptsOf(id)),
    capture: moving('capture'),
    void: moving('void'),
    optionsOf: (transaction) => movementOptions(dependencies, transaction),
    find: async (merchantId, id) => {
      const found = await store.find(merchantId, id);
      return found && unstored.shown(found);
    },
    pixOf: pix.besideOf,
    redirectUrlOf: dependencies.authenticationPages.redirectUrlOf,
    readCard: async (merchantId, sent, texts) => {
      const card = await openCard(dependencies, merchantId, sent);
      refuseCardNumberBeside(card, texts);
      return card;
    },
    savedTokenOf: async ({ id, order, result: { status } }) => {
      const mask = savedMaskOf({ order });
      if (mask === undefined || !(isLiveSale(status) || status === Status.canceled)) return undefined;
      return (await dependencies.storedCards.ofSale(id, isLiveSale(status), mask))?.token;
    },
    declineOf: (transaction) => declineOf(store, transaction),
    declineOfLastTry: (transaction) => declineOfLastTry(store, transaction),
    list: async (wanted) => (await store.list(wanted)).map(unstored.shown),
    changesOf: async (merchantId, id) =>
      (await store.find(merchantId, id)) &&
      withAttemptUnderWay(await history.of(id), await store.attemptsOf(id)),
  };
}
