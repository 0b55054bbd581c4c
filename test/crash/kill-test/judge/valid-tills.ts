import type { Evidence } from './evidence.ts';
import type { TillEvidence } from './till-evidence.ts';

const OF_ITEM = 10_000;

/** The transactions of a keyed sale (`t`) and of an entry of a recurrence (`r`), with all that the gateway knows of them. */
export const CHARGED_FOR_TILLS: Pick<Evidence, 'charges' | 'transactions' | 'attempts' | 'history'> = {
  charges: [
    {
      provider: 'REDE',
      reference: 'T1',
      tid: 'tT1',
      state: 'approved',
      amount: 6_000,
      captured: 6_000,
      voided: 0,
      refunded: 0,
    },
    {
      provider: 'REDE',
      reference: 'R1',
      tid: 'tR1',
      state: 'approved',
      amount: 500,
      captured: 500,
      voided: 0,
      refunded: 0,
    },
  ],
  transactions: [transaction('t', 6_000, 1), transaction('r', 500, 2)],
  attempts: [
    { provider: 'REDE', reference: 'T1', transactionId: 't', state: 'approved' },
    { provider: 'REDE', reference: 'R1', transactionId: 'r', state: 'approved' },
  ],
  history: ['t', 'r'].flatMap((transactionId) => [
    {
      transactionId,
      kind: 'sent',
      requestId: undefined,
      status: undefined,
      subject: `${transactionId.toUpperCase()}1`,
    },
    {
      transactionId,
      kind: 'answered',
      requestId: undefined,
      status: 6,
      subject: `${transactionId.toUpperCase()}1`,
    },
  ]),
};

/**
 * An order of R$ 100 paid by a keyed sale, with a sale that waits; two of three items of a product sold, one of them
 * canceled; and a recurrence that was charged.
 */
export const VALID_TILLS: TillEvidence = {
  sales: [
    {
      id: 1,
      referenceId: 'keyed',
      status: 10,
      version: 2,
      originalValue: 6_000,
      finalValue: 6_000,
      orderId: 1,
    },
    {
      id: 2,
      referenceId: 'waiting',
      status: 5,
      version: 1,
      originalValue: 4_000,
      finalValue: 4_000,
      orderId: 1,
    },
    {
      id: 3,
      referenceId: 'item',
      status: 10,
      version: 1,
      originalValue: 1_000,
      finalValue: 1_000,
      orderId: undefined,
    },
    {
      id: 4,
      referenceId: 'back',
      status: 20,
      version: 2,
      originalValue: 1_000,
      finalValue: 1_000,
      orderId: undefined,
    },
  ],
  events: [
    { saleId: 1, version: 1, status: 5 },
    { saleId: 1, version: 2, status: 10 },
    { saleId: 2, version: 1, status: 5 },
    { saleId: 3, version: 1, status: 10 },
    { saleId: 4, version: 1, status: 10 },
    { saleId: 4, version: 2, status: 20 },
  ],
  items: [
    { saleId: 3, productId: 1, quantity: OF_ITEM, isStocked: true },
    { saleId: 4, productId: 1, quantity: OF_ITEM, isStocked: true },
  ],
  products: [{ id: 1, quantity: 2 * OF_ITEM, reserved: 0 }],
  orders: [{ id: 1, total: 10_000, paid: 6_000, inPayment: 4_000 }],
  charges: [
    { id: 1, owner: 'sale', ownerId: 1 },
    { id: 2, owner: 'entry', ownerId: 1 },
  ],
  entries: [{ id: 1, status: 10, tries: 1, isUnderWay: false, amount: 500 }],
  payments: [
    { id: 1, saleId: 1, terminalId: 1, isByClient: false, isUnsettled: false },
    { id: 3, saleId: 3, terminalId: 1, isByClient: true, isUnsettled: false },
    { id: 4, saleId: 4, terminalId: 1, isByClient: true, isUnsettled: false },
    { id: 5, saleId: 4, terminalId: 1, isByClient: true, isUnsettled: false },
  ],
  movements: [
    { paymentId: 3, moved: 'charge', amount: 1_000 },
    { paymentId: 4, moved: 'charge', amount: 1_000 },
    { paymentId: 5, moved: 'refund', amount: 1_000 },
  ],
  answers: [
    { referenceId: 'keyed', kind: 'sell', http: 200, saleId: 1, status: 5, text: '' },
    { referenceId: 'keyed', kind: 'query', http: 200, saleId: 1, status: 10, text: '' },
    { referenceId: 'back', kind: 'cancel', http: 200, saleId: 4, status: 20, text: '' },
    {
      referenceId: 'too late',
      kind: 'sell',
      http: 400,
      text: 'Quantidade em estoque insuficiente do produto 1.',
    },
  ],
};

function transaction(id: string, amount: number, chargeId: number): Evidence['transactions'][number] {
  return {
    id,
    provider: 'REDE',
    referenceId: `order ${id}`,
    amount,
    status: 6,
    capturedAmount: amount,
    refundedAmount: 0,
    hasOpenMovement: false,
    linkId: undefined,
    chargeId,
    paidByBuyer: undefined,
  };
}
