import type { MinorUnits } from '../acquirers/index.ts';
import type { History, HistoryEvent, Origin } from '../history/index.ts';
import type { Once } from './idempotency/once.ts';
import { chargeFactsOf } from './movements/charge-facts.ts';
import { move } from './movements/move.ts';
import type { MoveDependencies } from './movements/move-request.ts';
import { possibleMovement, type RequestedMovement, refusalByStatus } from './movements/plan.ts';
import { type MovementOption, type MoveResult, refused, repeatedMove } from './movements/results.ts';
import type { Claim, Transaction, TransactionFilter } from './record/index.ts';
import { type AuthorizeDependencies, authorize } from './sale/authorize.ts';
import type { NewTransaction } from './sale/new-transaction.ts';
import { type SaleResult, saleResult } from './sale/results.ts';

/** A requested sale. `origin` goes into the history. */
export interface SellRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  readonly sale: NewTransaction;
  /**
   * The same key with the same `asked` (JSON values) gives the first answer again for 7 days, without a new
   * effect. Keys belong to the merchant: callers that generate keys put a prefix of their own before them.
   */
  readonly idempotency: { readonly key: string; readonly asked: unknown } | undefined;
}

/** What a merchant chose for its sales: taken over where a sale says nothing of it. */
interface SaleDefaults {
  readonly statementName: string | undefined;
  readonly postBackUrl: string | undefined;
}

/** A requested capture or void. */
export interface MovementRequest {
  readonly merchantId: number;
  readonly transactionId: string;
  readonly origin: Origin;
  /** Undefined: all that is left. */
  readonly amount: MinorUnits | undefined;
  /** What the asker was shown as left: where it is another amount by now, nothing is moved. */
  readonly left?: MinorUnits | undefined;
  readonly idempotencyKey: string | undefined;
}

/** `void`: voided before the capture, refunded after it. */
export interface MovementOptions {
  readonly capture: MovementOption;
  readonly void: MovementOption;
}

/**
 * The use cases of payments, for routes, panel, checkout and sales. With the same idempotency key each takes
 * effect once. Besides the refusals named at each function, idempotency_running and idempotency_mismatch are
 * thrown.
 */
export interface Payments {
  /** Authorizes a sale. Throws Refusal when the request is wrong; then nothing was stored or sent. */
  sell(request: SellRequest): Promise<SaleResult>;
  capture(request: MovementRequest): Promise<MoveResult>;
  /** Voids what was authorized or refunds what was captured. */
  void(request: MovementRequest): Promise<MoveResult>;
  /** What `capture` and `void` would do now, and the maximum amount; or why nothing. */
  optionsOf(transaction: Transaction): Promise<MovementOptions>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /**
   * The transaction's history with its origins, oldest first. Undefined when the merchant has no such
   * transaction.
   */
  changesOf(merchantId: number, id: string): Promise<readonly HistoryEvent[] | undefined>;
}

export interface PaymentsDependencies extends AuthorizeDependencies, MoveDependencies {
  readonly acquirers: AuthorizeDependencies['acquirers'];
  readonly history: Pick<History, 'of'>;
  readonly once: Once;
  defaultsOf(merchantId: number): Promise<SaleDefaults>;
}

export function createPayments(dependencies: PaymentsDependencies): Payments {
  const { store, clock, history, once } = dependencies;

  const moving =
    (wanted: RequestedMovement) =>
    ({ idempotencyKey: key, ...request }: MovementRequest): Promise<MoveResult> => {
      const run = (idempotency?: Claim) => move(dependencies, { ...request, wanted, idempotency });
      if (key === undefined) return run();
      const { merchantId, transactionId, amount } = request;
      const asked = [transactionId, amount ?? null];
      return once({ merchantId, route: wanted, key, asked }, run, repeatedMove);
    };

  /** The decline class is stored with the attempt. */
  const repeatedSale = async (transaction: Transaction): Promise<SaleResult> => {
    const attempts = await store.attemptsOf(transaction.id);
    return saleResult(transaction, attempts.at(-1)?.declineClass);
  };

  return {
    sell: ({ merchantId, origin, sale, idempotency }) => {
      const run = async (claim?: Claim) => {
        const complete = withDefaults(sale, await dependencies.defaultsOf(merchantId));
        return authorize(dependencies, { merchantId, origin, idempotency: claim }, complete);
      };
      if (!idempotency) return run();
      return once({ merchantId, route: 'sale', ...idempotency }, run, repeatedSale);
    },
    capture: moving('capture'),
    void: moving('void'),
    optionsOf: async (transaction) => {
      const refusals = {
        capture: refusalByStatus(transaction, 'capture'),
        void: refusalByStatus(transaction, 'void'),
      };
      const isPossible = refusals.capture === undefined || refusals.void === undefined;
      const found = isPossible ? await chargeFactsOf(dependencies, transaction, clock.now()) : undefined;
      const optionOf = (wanted: RequestedMovement): MovementOption => {
        if (!found) return refused(refusals[wanted] ?? 'acquirer_unreachable');
        const option = possibleMovement(transaction, wanted, found.facts);
        return option.kind === 'refused' ? refused(option.reason) : option;
      };
      return { capture: optionOf('capture'), void: optionOf('void') };
    },
    find: (merchantId, id) => store.find(merchantId, id),
    list: (wanted) => store.list(wanted),
    changesOf: async (merchantId, id) => ((await store.find(merchantId, id)) ? history.of(id) : undefined),
  };
}

function withDefaults(sale: NewTransaction, { statementName, postBackUrl }: SaleDefaults): NewTransaction {
  const { order } = sale;
  const { payment } = order;
  return {
    ...sale,
    order: {
      ...order,
      postBackUrl: order.postBackUrl ?? postBackUrl,
      payment: { ...payment, softDescriptor: payment.softDescriptor ?? statementName },
    },
  };
}
