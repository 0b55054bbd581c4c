import type { MinorUnits } from '../acquirers/index.ts';
import type { History, HistoryEvent, Origin } from '../history/index.ts';
import type { Once } from './idempotency/once.ts';
import { chargeFactsOf } from './movements/charge-facts.ts';
import { move } from './movements/move.ts';
import type { MoveDependencies } from './movements/move-request.ts';
import { possibleMovement, refusalByStatus, type Wanted } from './movements/plan.ts';
import { type MovementOption, type MoveResult, refused, repeatedMove } from './movements/results.ts';
import type { Claim, Transaction, TransactionFilter } from './record/index.ts';
import { type AuthorizeDependencies, authorize } from './sale/authorize.ts';
import type { NewTransaction } from './sale/new-transaction.ts';
import { type SaleResult, saleResult } from './sale/results.ts';

/** A sale that is asked for, and by whom: who did it goes into the history. */
export interface SellRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  readonly sale: NewTransaction;
  /**
   * The same key with the same `asked`, JSON values, gives the first answer again for 7 days, without a new effect. Keys
   * are the merchant's: whoever makes keys of its own puts a prefix of its own before them.
   */
  readonly idempotency: { readonly key: string; readonly asked: unknown } | undefined;
}

/** A capture or void that is asked for, and by whom. */
export interface MovementRequest {
  readonly merchantId: number;
  readonly transactionId: string;
  readonly origin: Origin;
  /** Undefined: all that is left. */
  readonly amount: MinorUnits | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Captured, or let go before the capture and given back after it. */
export interface MovementOptions {
  readonly capture: MovementOption;
  readonly void: MovementOption;
}

/**
 * What can be done with payments: the face for routes, panel, checkout and sales. With the same idempotency key each is
 * done once. Besides what is named at each, Refusal idempotency_running and idempotency_mismatch are thrown.
 */
export interface Payments {
  /** Authorizes a sale. Throws Refusal for what is wrong with it; then nothing is stored and nothing was sent. */
  sell(request: SellRequest): Promise<SaleResult>;
  capture(request: MovementRequest): Promise<MoveResult>;
  /** Lets go what was authorized, or gives back what was captured. */
  void(request: MovementRequest): Promise<MoveResult>;
  /** What `capture` and `void` would do now, and how much of it; or why nothing. */
  optionsOf(transaction: Transaction): Promise<MovementOptions>;
  find(merchantId: number, id: string): Promise<Transaction | undefined>;
  /** Newest first. */
  list(wanted: TransactionFilter): Promise<readonly Transaction[]>;
  /** What happened to it, and who brought it about; oldest first. Undefined when the merchant has no such transaction. */
  changesOf(merchantId: number, id: string): Promise<readonly HistoryEvent[] | undefined>;
}

export interface PaymentsDependencies extends AuthorizeDependencies, MoveDependencies {
  readonly acquirers: AuthorizeDependencies['acquirers'];
  readonly history: Pick<History, 'of'>;
  readonly once: Once;
}

export function createPayments(dependencies: PaymentsDependencies): Payments {
  const { store, clock, history, once } = dependencies;

  const moving =
    (wanted: Wanted) =>
    ({ idempotencyKey: key, ...request }: MovementRequest): Promise<MoveResult> => {
      const run = (idempotency?: Claim) => move(dependencies, { ...request, wanted, idempotency });
      if (key === undefined) return run();
      const { merchantId, transactionId, amount } = request;
      const asked = [transactionId, amount ?? null];
      return once({ merchantId, route: wanted, key, asked }, run, repeatedMove);
    };

  /** The class of the refusal is the attempt's. */
  const repeatedSale = async (transaction: Transaction): Promise<SaleResult> => {
    const attempts = await store.attemptsOf(transaction.id);
    return saleResult(transaction, attempts.at(-1)?.declineClass);
  };

  return {
    sell: ({ merchantId, origin, sale, idempotency }) => {
      const run = (claim?: Claim) =>
        authorize(dependencies, { merchantId, origin, idempotency: claim }, sale);
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
      const optionOf = (wanted: Wanted): MovementOption => {
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
