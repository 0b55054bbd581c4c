import type { Evidence } from './evidence.ts';

const AMOUNT = 600;
const ABOUT = { transactionId: 's', requestId: 'rs' } as const;
const REPORTED = {
  transactionId: 's',
  amount: AMOUNT,
  status: 6,
  capturedAmount: AMOUNT,
  refundedAmount: undefined,
};

/** A payment that the first acquirer could not get through, and that the second one approved in the same request. */
export const FAIL_OVER: Pick<
  Evidence,
  'charges' | 'transactions' | 'attempts' | 'history' | 'postbacks' | 'calls' | 'receivedPostbacks'
> = {
  charges: [
    {
      ...{ provider: 'REDE', reference: 'S1', tid: 'tS1', state: 'declined', amount: AMOUNT },
      ...{ captured: 0, voided: 0, refunded: 0 },
    },
    {
      ...{ provider: 'CIELO', reference: 'S2', tid: 'tS2', state: 'approved', amount: AMOUNT },
      ...{ captured: AMOUNT, voided: 0, refunded: 0 },
    },
  ],
  transactions: [
    {
      ...{ id: 's', provider: 'CIELO', referenceId: 'order s', amount: AMOUNT, status: 6 },
      ...{ capturedAmount: AMOUNT, refundedAmount: 0, hasOpenMovement: false },
      ...{ linkId: undefined, chargeId: undefined, paidByBuyer: undefined },
    },
  ],
  attempts: [
    { provider: 'REDE', reference: 'S1', transactionId: 's', state: 'declined' },
    { provider: 'CIELO', reference: 'S2', transactionId: 's', state: 'approved' },
  ],
  history: [
    { ...ABOUT, kind: 'sent', subject: 'S1', status: undefined },
    { ...ABOUT, kind: 'answered', subject: 'S1', status: undefined },
    { ...ABOUT, kind: 'sent', subject: 'S2', status: undefined, after: 'REDE' },
    { ...ABOUT, kind: 'answered', subject: 'S2', status: 6 },
  ],
  postbacks: [{ id: 's.2', transactionId: 's', version: 2, state: 'delivered' }],
  calls: [
    {
      ...{ referenceId: 'order s', kind: 'sale', key: undefined, sentAt: 10, endedAt: 15 },
      answer: { http: 200, requestId: 'rs', code: undefined, reported: REPORTED, text: undefined },
    },
  ],
  receivedPostbacks: [
    {
      ...{ webhookId: 's.2', transactionId: 's', status: 6, isSigned: true, isAccepted: true },
      body: JSON.stringify({ transactionId: 's', status: 6 }),
    },
  ],
};
