import type { DerivedTokens } from '../../platform/derived-tokens.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type MerchantDefaults, withPostBackUrl } from '../kinds/card/index.ts';
import type { MinorUnits } from '../providers/index.ts';
import {
  claimOf,
  type IntentionAddress,
  newResult,
  type Offer,
  type Order,
  type SaleRequest,
  Status,
  type Transaction,
  type TransactionStore,
} from '../transactions/index.ts';
import { type OfferDependencies, offeredOf } from './offered.ts';

/** A payment that the merchant leaves to the buyer, after the checks that need no look-up. */
export interface NewIntention {
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  /** As sent: those that the merchant can be paid by are offered. */
  readonly offers: readonly Offer[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The reusable link that it is made from. */
  readonly linkId: string | undefined;
  readonly order: Omit<Order, 'provider' | 'providerVersion' | 'payment' | 'intention'>;
}

export interface CreateIntentionDependencies extends OfferDependencies {
  readonly store: Pick<TransactionStore, 'insertSale'>;
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
  defaults: MerchantDefaults,
): Promise<IntentionResult> {
  const { store, clock, tokens } = dependencies;
  const { referenceId, amount, offers, expiresAt, linkId } = newIntention;
  const { order } = withPostBackUrl(newIntention, defaults);
  const [first, ...others] = await offeredOf(dependencies, request.merchantId, { offers, amount }, defaults);
  const { provider, providerVersion, payment } = first;
  const now = clock.now();
  const transaction: Transaction = {
    id: dependencies.newId(),
    merchantId: request.merchantId,
    referenceId,
    amount,
    createdAt: now,
    updatedAt: now,
    order: {
      ...order,
      provider,
      providerVersion,
      payment,
      intention: {
        offers: [first, ...others].map(({ offer }) => offer),
        expiresAt,
        linkId,
        customer: order.customer ?? {},
        ...(others.length > 0 || first.offer.kind !== 'card' ? { amount } : {}),
      },
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
    checkAt: expiresAt,
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
