import type { Origin, TransactionEvent } from '../history/index.ts';
import {
  Authenticate,
  type CardFields,
  type CardSale,
  type CardSaleDependencies,
  cardPaymentOf,
  type Device,
  prepareCard,
  type SentBuyer,
} from '../kinds/card/index.ts';
import type { Decline } from '../providers/index.ts';
import {
  type Change,
  type Claim,
  type Customer,
  type Intention,
  isPayable,
  isRefusedForGood,
  LinkUsedUp,
  MAX_TRIES,
  newResult,
  type Order,
  resultAfterAttempt,
  type SaleDependencies,
  type SaleResult,
  Status,
  saleResult,
  send,
  type Transaction,
  triesOf,
} from '../transactions/index.ts';

/** What a buyer chose and typed on the hosted page, or what a merchant sends to pay its own intention. */
export interface BuyerPayment extends Partial<Pick<CardSale, 'cardHash' | 'cardToken'>> {
  readonly type: 'credit' | 'debit';
  readonly installments: number;
  readonly cardFields: CardFields;
  readonly customer: Customer | undefined;
  readonly userAgent: string | undefined;
  readonly device: Partial<Device> | undefined;
  readonly buyer: SentBuyer;
  /** Whether the buyer agreed that the card is kept, where the merchant wants that. */
  readonly keepsCard: boolean;
}

/** A buyer's try to pay an intention. */
export interface PayRequest {
  readonly origin: Origin;
  readonly payment: BuyerPayment;
  readonly idempotency: Claim | undefined;
}

export interface PayDependencies extends SaleDependencies, CardSaleDependencies {}

/** Why nothing was tried. The intention is as it was. */
export type PayRefusal =
  /** Paid, canceled, expired, or another try is under way: see its status. */
  | 'not_payable'
  | 'no_tries_left'
  /** The issuer refused this card finally: schemes forbid another attempt. */
  | 'card_refused_for_good'
  | 'type_not_offered'
  | 'installments_not_offered'
  /** The reusable link that it was made from has been paid as often as it may be. */
  | 'link_used_up';

export type PayResult =
  | SaleResult
  | { readonly kind: 'refused'; readonly reason: PayRefusal; readonly transaction: Transaction };

/**
 * Tries to pay an intention. The commit that states the attempt takes the transaction, guarded by its version:
 * of many tries at once one goes on. Throws Refusal for a wrong card, and IdempotencyKeyTaken; then nothing is
 * stored.
 */
export async function payIntention(
  dependencies: PayDependencies,
  request: PayRequest,
  transaction: Transaction,
): Promise<PayResult> {
  const { store, clock } = dependencies;
  const { payment } = request;
  const refused = (reason: PayRefusal) => notTried(transaction, reason);
  if (!isPayable(transaction, clock.now())) return refused('not_payable');
  const { intention } = transaction.order;
  if (!intention) return refused('not_payable');
  const notOffered = refusalOfChoice(intention, payment);
  if (notOffered) return refused(notOffered);
  const newSale = saleOf(transaction, payment);
  const prepared = await prepareCard(dependencies, transaction.merchantId, newSale);
  const { decline, mask } = prepared;
  const order = { ...prepared.order, intention: { ...intention, keepsCard: wantsCard(transaction.order) } };
  const attempts = await store.attemptsOf(transaction.id);
  if (triesOf(attempts) >= MAX_TRIES) return refused('no_tries_left');
  if (isRefusedForGood(attempts, mask)) return refused('card_refused_for_good');
  if (decline) return declineBeforeSending(dependencies, request, { transaction, order, decline });
  const started = startedFrom(transaction, order);
  let isUsedUp = false;
  /** False also when the reusable link has no payment left. */
  const change = async (wanted: Change): Promise<boolean> => {
    try {
      return await store.change(wanted);
    } catch (error) {
      if (!(error instanceof LinkUsedUp)) throw error;
      isUsedUp = true;
      return false;
    }
  };
  const sold = await send(
    dependencies,
    { request: { ...request, merchantId: transaction.merchantId }, started, prepared },
    async (attempt, event) => {
      const isTaken = await change({
        transaction,
        at: attempt.createdAt,
        order,
        result: started.result,
        withoutPostback: true,
        newAttempt: attempt,
        key: claimOf(request, transaction),
        events: [order.payment.saveCard ? withConsent(event) : event],
      });
      return isTaken ? { ...started, updatedAt: attempt.createdAt } : undefined;
    },
  );
  return sold ?? refused(isUsedUp ? 'link_used_up' : 'not_payable');
}

/** Whether the merchant wants the card of an intention's buyer kept. */
export function wantsCard({ intention, payment }: Order): boolean {
  return intention?.keepsCard ?? cardPaymentOf({ payment }).saveCard;
}

/** The history keeps that the buyer agreed. */
function withConsent(event: TransactionEvent): TransactionEvent {
  return event.kind === 'sent' ? { ...event, details: { ...event.details, keepsCard: true } } : event;
}

function notTried(transaction: Transaction, reason: PayRefusal): PayResult {
  return { kind: 'refused', reason, transaction };
}

/** As `Change` leaves it: the version has grown by one. */
function startedFrom(transaction: Transaction, order: Order): Transaction {
  return {
    ...transaction,
    order,
    result: newResult(Status.pending),
    version: transaction.version + 1,
  };
}

/** Why the buyer cannot pay in this way. Undefined: it is offered. */
export function refusalOfChoice(
  intention: Pick<Intention, 'types' | 'installments' | 'fixedInstallments'>,
  { type, installments }: Pick<BuyerPayment, 'type' | 'installments'>,
): PayRefusal | undefined {
  if (intention.types !== 'any' && intention.types !== type) return 'type_not_offered';
  if (type === 'debit') return installments === 1 ? undefined : 'installments_not_offered';
  const isOffered = intention.fixedInstallments
    ? installments === intention.installments
    : installments >= 1 && installments <= intention.installments;
  return isOffered ? undefined : 'installments_not_offered';
}

/** Debit is always authenticated; of credit what the intention was made with holds. */
export function agreedAuthenticate(
  { order: { intention, payment } }: Pick<Transaction, 'order'>,
  type: 'credit' | 'debit',
): 1 | 2 | 3 {
  return type === 'debit'
    ? Authenticate.always
    : (intention?.authenticate ?? cardPaymentOf({ payment }).authenticate);
}

/** The intention as a sale that comes with its card. */
function saleOf({ amount, referenceId, order }: Transaction, payment: BuyerPayment): CardSale {
  const { provider, providerVersion, payment: agreed, ...common } = order;
  const { card: _, ...rest } = cardPaymentOf({ payment: agreed });
  const { type, installments, cardHash, cardToken, cardFields, customer, userAgent, device, buyer } = payment;
  const authenticate = agreedAuthenticate({ order }, type);
  return {
    referenceId,
    amount,
    provider,
    providerVersion,
    order: {
      ...common,
      intention: undefined,
      customer: mergedCustomer(order.intention?.customer ?? order.customer, customer),
      payment: {
        ...rest,
        type,
        installments,
        authenticate,
        userAgent,
        device,
        saveCard: type === 'credit' && wantsCard(order) && payment.keepsCard,
      },
    },
    buyer: authenticate === Authenticate.never ? { kind: 'none' } : buyer,
    cardHash,
    cardToken,
    cardFields,
  };
}

/**
 * What the merchant knows of its customer counts more than what the buyer typed. What was typed at an earlier
 * try does not count: the buyer may have corrected it.
 */
function mergedCustomer(known: Customer | undefined, typed: Customer | undefined): Customer | undefined {
  const name = known?.name ?? typed?.name;
  const document = known?.document ?? typed?.document;
  const email = known?.email ?? typed?.email;
  if (name === undefined && document === undefined && email === undefined) return undefined;
  return { name, document, ...(email !== undefined && { email }) };
}

function claimOf({ idempotency }: PayRequest, { id: transactionId }: Transaction) {
  if (!idempotency) return undefined;
  return { kind: 'claim', key: { ...idempotency, transactionId, answer: undefined } } as const;
}

/** Installments that the acquirer cannot do: told like a refusal, and the buyer may choose others. */
async function declineBeforeSending(
  { store, clock, onOutcome, kinds }: PayDependencies,
  request: PayRequest,
  denied: { readonly transaction: Transaction; readonly order: Order; readonly decline: Decline },
): Promise<PayResult> {
  const { transaction, order, decline } = denied;
  const at = clock.now();
  const deniedResult = newResult(Status.denied, {
    providerCode: decline.code,
    providerMessage: decline.message,
  });
  const result = resultAfterAttempt(transaction, deniedResult, at);
  const isStored = await store.change({
    transaction,
    at,
    order,
    result,
    events: [
      {
        kind: 'refused',
        origin: request.origin,
        details: { status: result.status, code: result.providerCode },
      },
    ],
  });
  if (!isStored) return notTried(transaction, 'not_payable');
  onOutcome(order.provider, 'refused_before_sending');
  return saleResult(
    kinds,
    { ...transaction, order, result, updatedAt: at, version: transaction.version + 1 },
    decline.declineClass,
  );
}
