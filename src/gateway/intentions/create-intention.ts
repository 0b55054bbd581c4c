import type { DerivedTokens } from '../../platform/derived-tokens.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { CardPayment } from '../kinds/card/index.ts';
import type { Acquirers, MinorUnits } from '../providers/index.ts';
import {
  claimOf,
  type IntentionAddress,
  newResult,
  type Order,
  type SaleRequest,
  Status,
  type Transaction,
  type TransactionStore,
} from '../transactions/index.ts';

/** A payment that the merchant leaves to the buyer, after the checks that need no look-up. */
export interface NewIntention {
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  /** In capitals; undefined for the merchant's default. */
  readonly provider: string | undefined;
  readonly providerVersion: string | undefined;
  readonly order: Omit<Order<CardPayment>, 'provider' | 'providerVersion'> &
    Required<Pick<Order, 'intention'>>;
}

export interface CreateIntentionDependencies {
  readonly store: Pick<TransactionStore, 'insertSale'>;
  readonly acquirers: Pick<Acquirers, 'route'>;
  readonly clock: Clock;
  readonly tokens: DerivedTokens;
  newId(): string;
}

/** A transaction of status 1, whose buyer pays on the hosted page. */
export type IntentionResult = {
  readonly kind: 'created';
  readonly transaction: Transaction;
};

/** Throws Refusal when the request is wrong, and IdempotencyKeyTaken; then nothing is stored. */
export async function createIntention(
  dependencies: CreateIntentionDependencies,
  request: SaleRequest,
  newIntention: NewIntention,
): Promise<IntentionResult> {
  const { store, acquirers, clock, tokens } = dependencies;
  const { connector } = await acquirers.route(request.merchantId, newIntention.provider);
  const now = clock.now();
  const transaction: Transaction = {
    id: dependencies.newId(),
    merchantId: request.merchantId,
    referenceId: newIntention.referenceId,
    amount: newIntention.amount,
    createdAt: now,
    updatedAt: now,
    order: {
      ...newIntention.order,
      intention: newIntention.order.intention && {
        ...newIntention.order.intention,
        customer: newIntention.order.customer ?? {},
      },
      provider: connector.provider,
      providerVersion: newIntention.providerVersion ?? connector.version,
    },
    result: newResult(Status.intention),
    version: 0,
    openMovement: undefined,
    nsu: undefined,
    demo: undefined,
  };
  const intention: IntentionAddress = {
    transactionId: transaction.id,
    tokenHash: tokens.hash(tokens.of(transaction.id)),
    checkAt: newIntention.order.intention?.expiresAt,
  };
  await store.insertSale({
    transaction,
    attempt: undefined,
    idempotency: claimOf(request, transaction, 'answered'),
    intention,
    event: {
      kind: 'intention_created',
      origin: request.origin,
      details: { status: Status.intention },
    },
  });
  return { kind: 'created', transaction };
}
