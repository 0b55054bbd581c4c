import type {
  CardFormRequest,
  CardRequest,
  Dispute,
  DisputePage,
  DisputeRequest,
  KeptCard,
  LinkRequest,
  ListedTransaction,
  PaymentLink,
  Payout,
  PayoutPage,
  ReceivablePage,
  SaleRequest,
  Transaction,
  TransactionPage,
} from './api.ts';
import { NotFoundError } from './errors.ts';
import { type Connection, request } from './request.ts';

export interface GuicheOptions {
  /** Such as `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string;
  readonly authenticationApi: string;
  readonly authenticationKey: string;
  /** Time limit of one attempt in milliseconds; default 65,000, because a sale may wait 60 s for the acquirer. */
  readonly timeoutMs?: number;
  /** Retries after the first attempt; default 3. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
}

export interface WriteOptions {
  /**
   * Within seven days a write with the same key happens only once. The shop's own id of this payment or movement is a
   * good key. Without it each call gets a new key, which covers the retries of that call.
   */
  readonly idempotencyKey?: string;
}

export interface MovementOptions extends WriteOptions {
  /** Centavos; default: everything that is left. */
  readonly amount?: number | string;
}

/** Which transactions are listed; at least one member. */
export interface ListPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: readonly number[] | undefined;
  readonly cursor?: string | undefined;
}

/** Which disputes are listed; all of it is optional. */
export interface DisputeFilter {
  readonly state?: readonly ('open' | 'answered' | 'accepted' | 'expired' | 'won' | 'lost')[] | undefined;
  /** Days of the notice, `yyyy-MM-dd`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Which receivables are listed; all of it is optional. Days are those on which money is due, `yyyy-MM-dd`, both inclusive. */
export interface ReceivablePeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: readonly ReceivableStatus[] | undefined;
  readonly cursor?: string | undefined;
}

export type ReceivableStatus =
  | 'expected'
  | 'paid'
  | 'late'
  | 'suspended'
  | 'ceded'
  | 'anticipated'
  | 'cancelled'
  | 'disputed';

/** Which payouts are listed; all of it is optional. Days are those of the payment, `yyyy-MM-dd`, both inclusive. */
export interface PayoutPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
}

/** What a Pix is looked for by; at least one member. */
export interface PixNames {
  readonly endToEndId?: string | undefined;
  readonly txid?: string | undefined;
  /** CPF or CNPJ of the sale's customer, or of who paid, where the bank tells it. */
  readonly document?: string | undefined;
}

export interface WaitOptions {
  /** When to stop waiting; default ten minutes. */
  readonly timeoutMs?: number;
  /** Between two looks; default two seconds. */
  readonly intervalMs?: number;
}

/** A client of the gateway for a shop's server. Every call may throw a `GuicheError`. */
export interface GuicheClient {
  /**
   * Authorizes, and with `capture: true` also captures. A refusal by the issuer is not an error but a transaction with
   * status 7. With `payment: { pix: {} }` it makes a Pix: `payment.pix.qrCode` is what the buyer pays. With
   * `payment: { bankSlip }` it registers a slip: `payment.bankSlip.digitableLine`, and its page at `payment.bankSlip.url`.
   */
  sell(sale: SaleRequest, options?: WriteOptions): Promise<Transaction>;
  /**
   * Creates a page where the buyer pays: its URL is `url`, and its transaction has status 1 until the payment. `void`
   * cancels it.
   */
  createLink(link: LinkRequest, options?: WriteOptions): Promise<PaymentLink>;
  /**
   * Until a Pix, a slip, a link or a 3-D Secure sale no longer waits for its buyer: the transaction as it is then, or as it is
   * when the time is over. A postback is faster; this is for scripts and tills.
   */
  waitForPayment(transactionId: string, options?: WaitOptions): Promise<Transaction>;
  /** At most the newest ten, newest first. */
  findPix(names: PixNames, options?: { readonly limit?: number }): Promise<readonly ListedTransaction[]>;
  /** Captures an authorization, or a part of it. */
  capture(transactionId: string, options?: MovementOptions): Promise<Transaction>;
  /** Cancels an authorization or refunds a capture, as a whole or in part. */
  void(transactionId: string, options?: MovementOptions): Promise<Transaction>;
  /** Undefined if the merchant has no such transaction. */
  find(transactionId: string): Promise<Transaction | undefined>;
  /** At most the newest ten, newest first. */
  findByReference(
    referenceId: string,
    options?: { readonly limit?: number },
  ): Promise<readonly ListedTransaction[]>;
  /**
   * The merchant's transactions of a period, newest first, a hundred at a time: call again with the answer's `cursor`, and
   * the same period, until it has none. Days are `yyyy-MM-dd` in the service's time zone, both inclusive.
   */
  list(period: ListPeriod): Promise<TransactionPage>;
  /**
   * What is to come of the merchant's sales, and what came, one line for each installment, by the day on which it is due: a
   * hundred at a time, as `list`.
   */
  listReceivables(period?: ReceivablePeriod): Promise<ReceivablePage>;
  /**
   * What acquirers paid to the merchant, newest first: a hundred at a time, as `list`. Only of accounts whose statements the
   * service reads.
   */
  listPayouts(period?: PayoutPeriod): Promise<PayoutPage>;
  /** A payment with the installments that it pays and what was taken from it. Undefined if the merchant has no such payment. */
  getPayout(
    payoutId: string,
    options?: { readonly account?: number | undefined },
  ): Promise<Payout | undefined>;
  /** Disputes of the merchant, of the newest notice first: a hundred at a time, as `list`. */
  listDisputes(filter?: DisputeFilter): Promise<DisputePage>;
  /** Undefined if the merchant has no such dispute. */
  findDispute(disputeId: string): Promise<Dispute | undefined>;
  /** Records a dispute that the shop knows from a letter. The same notice again gives the one that there is. */
  recordDispute(dispute: DisputeRequest): Promise<Dispute>;
  /** The dossier of a dispute, a PDF for the acquirer's portal. Undefined if the merchant has no such dispute. */
  getEvidence(disputeId: string): Promise<Uint8Array | undefined>;
  /** Stores a card at the acquirer: `cardInfo.token` pays later sales. A refused card is a `RequestError`. */
  keepCard(card: CardRequest, options?: WriteOptions): Promise<KeptCard>;
  /** Creates a page on which the holder types the card: its URL is `url`. */
  createCardForm(form: CardFormRequest, options?: WriteOptions): Promise<KeptCard>;
  /** By the card's token or by `tokenizationId`. Undefined if the merchant has no such card. */
  findCard(token: string): Promise<KeptCard | undefined>;
  /** At most the newest ten, newest first. */
  findCardsByReference(
    referenceId: string,
    options?: { readonly limit?: number },
  ): Promise<readonly KeptCard[]>;
  /** Deletes a card, also at the acquirer. Idempotent. */
  deleteCard(token: string): Promise<void>;
}

const CARDS = '/v1/tokenization';
const DEFAULTS = { timeoutMs: 65_000, maxRetries: 3 };
const WAITING = { timeoutMs: 600_000, intervalMs: 2_000 };
/** The transaction waits for its buyer, or for the bank. */
const WAITS: ReadonlySet<number> = new Set([0, 1, 10]);

export function createClient(options: GuicheOptions): GuicheClient {
  const connection: Connection = {
    baseUrl: options.baseUrl,
    headers: {
      authenticationApi: options.authenticationApi,
      authenticationKey: options.authenticationKey,
    },
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    maxRetries: options.maxRetries ?? DEFAULTS.maxRetries,
    fetch: options.fetch ?? fetch,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  const move = (transactionId: string, what: 'capture' | 'void', given: MovementOptions = {}) =>
    request<Transaction>(connection, {
      method: 'PUT',
      path: `${pathOf(transactionId)}/${what}`,
      query: { amount: given.amount },
      idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
    });

  return {
    sell: (sale, given = {}) =>
      request<Transaction>(connection, {
        method: 'POST',
        path: '/v1/transactions',
        body: sale,
        idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
      }),
    createLink: (link, given = {}) =>
      request<PaymentLink>(connection, {
        method: 'POST',
        path: '/v1/intention',
        body: link,
        idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
      }),
    waitForPayment: (transactionId, given) =>
      waitForPayment(connection, transactionId, { ...WAITING, ...given }),
    findPix: ({ endToEndId, txid, document }, { limit } = {}) =>
      request(connection, {
        method: 'GET',
        path: '/v1/transactions',
        query: { endToEndId, txid, document, limit },
      }),
    capture: (transactionId, given) => move(transactionId, 'capture', given),
    void: (transactionId, given) => move(transactionId, 'void', given),
    find: (transactionId) =>
      ifFound(request<Transaction>(connection, { method: 'GET', path: pathOf(transactionId) })),
    findByReference: (referenceId, { limit } = {}) =>
      request(connection, { method: 'GET', path: '/v1/transactions', query: { referenceId, limit } }),
    list: ({ from, to, status, cursor }) =>
      request(connection, {
        method: 'GET',
        path: '/v1/transactions',
        query: { from, to, status: status?.join(','), cursor },
      }),
    listReceivables: ({ from, to, status, cursor } = {}) =>
      request<ReceivablePage>(connection, {
        method: 'GET',
        path: '/v1/receivables',
        query: { from, to, status: status?.join(','), cursor },
      }),
    listPayouts: ({ from, to, cursor } = {}) =>
      request<PayoutPage>(connection, { method: 'GET', path: '/v1/payouts', query: { from, to, cursor } }),
    getPayout: (payoutId, { account } = {}) =>
      ifFound(
        request<Payout>(connection, {
          method: 'GET',
          path: `/v1/payouts/${encodeURIComponent(payoutId)}`,
          query: { account },
        }),
      ),
    listDisputes: ({ state, from, to, transactionId, cursor } = {}) =>
      request<DisputePage>(connection, {
        method: 'GET',
        path: '/v1/disputes',
        query: { state: state?.join(','), from, to, transactionId, cursor },
      }),
    findDispute: (disputeId) =>
      ifFound(
        request<Dispute>(connection, {
          method: 'GET',
          path: `/v1/disputes/${encodeURIComponent(disputeId)}`,
        }),
      ),
    recordDispute: (dispute) =>
      request<Dispute>(connection, { method: 'POST', path: '/v1/disputes', body: dispute }),
    getEvidence: (disputeId) =>
      ifFound(
        request<Uint8Array>(connection, {
          method: 'GET',
          path: `/v1/disputes/${encodeURIComponent(disputeId)}/evidence.pdf`,
          file: 'application/pdf',
        }),
      ),
    keepCard: (card, given = {}) =>
      request<KeptCard>(connection, {
        method: 'POST',
        path: CARDS,
        body: card,
        idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
      }),
    createCardForm: (form, given = {}) =>
      request<KeptCard>(connection, {
        method: 'POST',
        path: `${CARDS}/intention`,
        body: form,
        idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
      }),
    findCard: (token) => ifFound(request<KeptCard>(connection, { method: 'GET', path: cardPathOf(token) })),
    findCardsByReference: (referenceId, { limit } = {}) =>
      request(connection, { method: 'GET', path: CARDS, query: { referenceId, limit } }),
    deleteCard: (token) => request(connection, { method: 'DELETE', path: cardPathOf(token) }),
  };
}

async function waitForPayment(
  connection: Connection,
  transactionId: string,
  { timeoutMs, intervalMs }: Required<WaitOptions>,
): Promise<Transaction> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const transaction = await request<Transaction>(connection, {
      method: 'GET',
      path: pathOf(transactionId),
    });
    if (!WAITS.has(transaction.status) || Date.now() + intervalMs > until) return transaction;
    await connection.wait(intervalMs);
  }
}

async function ifFound<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function cardPathOf(token: string): string {
  return `${CARDS}/${encodeURIComponent(token)}`;
}

function pathOf(transactionId: string): string {
  return `/v1/transactions/${encodeURIComponent(transactionId)}`;
}
