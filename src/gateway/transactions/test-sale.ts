import { randomInt, randomUUIDv7 } from 'node:crypto';
import { referenceMaker } from '../../platform/ids.ts';
import { Secret } from '../../platform/secret.ts';
import { OPEN_VAULT } from '../../platform/vault/test-vault.ts';
import type { EventDetails, EventKind, TransactionEvent } from '../history/index.ts';
import type { NewIntention } from '../intentions/create-intention.ts';
import type { BuyerPayment } from '../intentions/ready-try.ts';
import { createAuthenticationPages } from '../kinds/card/authentication/authentication-pages.ts';
import { type CardPayment, cardOffer, type Device, type KeptCard } from '../kinds/card/index.ts';
import type { CardSale } from '../kinds/card/sale/card-sale.ts';
import type { AuthorizeOutcome } from '../providers/index.ts';
import { attemptEnd, type NewAttempt } from './rules/attempt.ts';
import { type Change, changed } from './rules/change.ts';
import type { Order } from './rules/order.ts';
import { newResult, Status, type Transaction } from './rules/transaction.ts';
import type { TransactionStore } from './stores/store.ts';

export const newReference = referenceMaker({ now: Date.now, nonce: randomInt(2 ** 24) });

export const testAuthenticationPages = createAuthenticationPages({
  vault: OPEN_VAULT,
  publicUrl: () => 'https://g.test',
  newSeed: newReference,
});

/** The instance that sends what the builders make. */
export const HOLDER = 'this-one';

type PaidByCard = CardPayment & { readonly card: KeptCard };

export function testPayment(over: Partial<PaidByCard> = {}): PaidByCard {
  return {
    kind: 'card',
    type: 'credit',
    capture: false,
    installments: 1,
    interestType: 3,
    authenticate: 3,
    softDescriptor: undefined,
    saveCard: false,
    recurrent: false,
    userAgent: undefined,
    device: undefined,
    card: {
      mask: '423564******5682',
      expirationMonth: '01',
      expirationYear: '2035',
      cvvSent: true,
      brand: 'VISA',
      holderName: 'MARIA DA SILVA',
      token: undefined,
    },
    ...over,
  };
}

export function testOrder({
  payment,
  ...over
}: Partial<Omit<Order, 'payment'>> & { payment?: Partial<PaidByCard> } = {}): Order<CardPayment> {
  return {
    description: undefined,
    postBackUrl: undefined,
    returnUrl: undefined,
    customer: undefined,
    provider: 'REDE',
    providerVersion: '1',
    payment: testPayment(payment),
    intention: undefined,
    chargeId: undefined,
    ...over,
  };
}

export function testTransaction(over: Partial<Transaction> = {}): Transaction {
  const createdAt = 1_700_000_000_000;
  return {
    id: randomUUIDv7(),
    merchantId: 1,
    referenceId: undefined,
    amount: 1000,
    createdAt,
    updatedAt: createdAt,
    order: testOrder(),
    result: newResult(Status.pending),
    version: 0,
    openMovement: undefined,
    nsu: undefined,
    demo: undefined,
    ...over,
  };
}

export function testAttempt(
  { id: transactionId, createdAt }: Transaction,
  over: Partial<NewAttempt> = {},
): NewAttempt {
  const reference = newReference();
  return {
    reference,
    transactionId,
    accountId: 0,
    state: 'sending',
    createdAt,
    holder: HOLDER,
    mask: undefined,
    ...over,
  };
}

/** An event with its origin, for changes that a test makes itself. */
export function testEvent<Kind extends EventKind>(
  kind: Kind,
  details: Partial<EventDetails[Kind]> = {},
): TransactionEvent {
  const origin = { kind: 'merchant', requestId: 'request-1' } as const;
  return { kind, origin, details: { subject: 'of a test', ...details } } as unknown as TransactionEvent;
}

/** A persisted sale on its way to the acquirer. */
export async function beginTestSale(
  store: TransactionStore,
  over: Partial<Transaction> = {},
  attemptOver: Partial<NewAttempt> = {},
): Promise<{ readonly transaction: Transaction; readonly attempt: NewAttempt }> {
  const transaction = testTransaction(over);
  const attempt = testAttempt(transaction, attemptOver);
  await store.insertSale({ transaction, attempt, idempotency: undefined, event: testEvent('sent') });
  return { transaction, attempt };
}

/** Stores the first outcome of a sale. */
export async function endTestSale(
  store: TransactionStore,
  { transaction, attempt }: { readonly transaction: Transaction; readonly attempt: NewAttempt },
  outcome: AuthorizeOutcome,
  parts: Partial<Change> & Pick<Change, 'result'>,
): Promise<Transaction> {
  const at = transaction.createdAt;
  const change: Change = {
    transaction,
    at,
    isFirstResult: true,
    attempt: { from: 'sending', to: { ...attempt, ...attemptEnd(outcome, at) } },
    events: [testEvent('answered')],
    ...parts,
  };
  if (!(await store.change(change))) throw new Error('the sale had ended before');
  return changed(change);
}

/** What a test varies of a sale beyond its card. */
export interface TestSaleOrder extends Partial<Pick<CardPayment, 'userAgent' | 'device'>> {
  readonly payment?: Partial<Omit<CardPayment, 'card'>>;
}

/** A requested sale with a card in clear. */
export function testNewTransaction(
  number: string,
  { payment, userAgent, device }: TestSaleOrder = {},
  over: Partial<CardSale> = {},
): CardSale {
  const { provider: _, providerVersion: __, ...order } = testOrder();
  const { card: ___, ...ordered } = testPayment({ ...payment, userAgent, device });
  return {
    referenceId: undefined,
    amount: 1_000,
    provider: undefined,
    providerVersion: undefined,
    order: { ...order, payment: ordered },
    buyer:
      userAgent === undefined
        ? { kind: 'none' }
        : { kind: 'complete', device: { userAgent, ...(device as Device) } },
    cardHash: undefined,
    cardToken: undefined,
    cardFields: {
      number: new Secret(number),
      cvv: new Secret('123'),
      expirationMonth: '12',
      expirationYear: '2035',
      holderName: undefined,
      brand: undefined,
    },
    ...over,
  };
}

/** A link for a requested sale, which may be paid once, by credit. */
export function testNewIntention({ cardFields: _, ...sale }: CardSale, expiresAt: number): NewIntention {
  const { referenceId, amount, provider, providerVersion } = sale;
  const { payment, intention: __, ...order } = sale.order;
  const { authenticate, capture, interestType, softDescriptor, saveCard, recurrent } = payment;
  const terms = { authenticate, capture, interestType, softDescriptor, saveCard, recurrent };
  return {
    referenceId,
    amount,
    offers: [cardOffer({ ...terms, fixedInstallments: true, provider, providerVersion })],
    expiresAt,
    linkId: undefined,
    order,
  };
}

/** What a buyer types who pays with the card of a requested sale. */
export function testBuyerPayment({ cardFields, buyer, order }: CardSale): BuyerPayment {
  const { userAgent, device } = order.payment;
  return {
    kind: 'card',
    type: 'credit',
    installments: 1,
    cardFields,
    customer: undefined,
    userAgent,
    device,
    buyer,
    keepsCard: true,
  };
}
