import type { Evidence, HistoryRecord } from './evidence.ts';
import type { BankPayment, PixEvidence } from './pix-evidence.ts';

/** The name of a charge at the bank begins with our reference, which has 16 characters. */
const PAID = 'P000000000000001';
const GONE = 'X000000000000001';
const BANK = 'C6BANK';
const TIMES = { charge: 1_000, refund: 300 } as const;

function payment(endToEndId: string, amount: number, back = 0): BankPayment {
  const returns = back === 0 ? [] : [{ id: `D${endToEndId}`, amount: back, state: 'DEVOLVIDO' }];
  return { endToEndId, amount, returns };
}

/** One is paid twice and given back in part, and one that was canceled is paid after all. */
export const VALID_PIX: PixEvidence = {
  charges: [
    {
      txid: `${PAID}ABCDEFGHJKMNPQRS`,
      status: 'CONCLUIDA',
      amount: TIMES.charge,
      payments: [payment('E1', TIMES.charge, TIMES.refund), payment('E2', TIMES.charge, TIMES.charge)],
    },
    {
      txid: `${GONE}ABCDEFGHJKMNPQRS`,
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      amount: TIMES.charge,
      payments: [payment('E3', TIMES.charge, TIMES.charge)],
    },
  ],
  payments: [
    { endToEndId: 'E1', transactionId: 'p', amount: TIMES.charge, surplus: undefined },
    { endToEndId: 'E2', transactionId: 'p', amount: TIMES.charge, surplus: 'refunded' },
    { endToEndId: 'E3', transactionId: 'q', amount: TIMES.charge, surplus: 'refunded' },
  ],
};

/** The rest of the evidence about the two. */
export const PIX: Pick<
  Evidence,
  'charges' | 'transactions' | 'attempts' | 'history' | 'postbacks' | 'receivedPostbacks'
> = {
  charges: [
    {
      ...{ provider: BANK, reference: PAID, tid: PAID, state: 'approved', amount: TIMES.charge },
      ...{ captured: TIMES.charge, voided: 0, refunded: TIMES.refund },
    },
    {
      ...{ provider: BANK, reference: GONE, tid: GONE, state: 'canceled', amount: TIMES.charge },
      ...{ captured: 0, voided: TIMES.charge, refunded: 0 },
    },
  ],
  transactions: [
    transaction('p', { status: 6, capturedAmount: TIMES.charge, refundedAmount: TIMES.refund }),
    transaction('q', { status: 9 }),
  ],
  attempts: [
    { provider: BANK, reference: PAID, transactionId: 'p', state: 'approved' },
    { provider: BANK, reference: GONE, transactionId: 'q', state: 'undone' },
  ],
  history: [
    event('p', 'sent', undefined),
    event('p', 'answered', 1),
    event('p', 'resolved', 6),
    event('q', 'answered', 0),
    event('q', 'resolved', 1),
    event('q', 'resolved', 9),
  ],
  postbacks: [1, 2].map((version) => postback('p', version)).concat([0, 1, 2].map((n) => postback('q', n))),
  receivedPostbacks: [
    received('p', 1, 1),
    received('p', 2, 6),
    received('q', 0, 0),
    received('q', 1, 1),
    received('q', 2, 9),
  ],
};

function transaction(
  id: string,
  now: { status: number; capturedAmount?: number; refundedAmount?: number },
): Evidence['transactions'][number] {
  const nothing = { capturedAmount: 0, refundedAmount: 0, hasOpenMovement: false };
  const about = { linkId: undefined, chargeId: undefined, paidByBuyer: 'pix', provider: BANK } as const;
  return { id, referenceId: `order ${id}`, amount: TIMES.charge, ...about, ...nothing, ...now };
}

function event(transactionId: string, kind: string, status: number | undefined): HistoryRecord {
  return { transactionId, kind, requestId: undefined, status, subject: undefined };
}

function postback(transactionId: string, version: number): Evidence['postbacks'][number] {
  return { id: `${transactionId}.${version}`, transactionId, version, state: 'delivered' };
}

function received(
  transactionId: string,
  version: number,
  status: number,
): Evidence['receivedPostbacks'][number] {
  const body = JSON.stringify({ transactionId, status });
  return {
    webhookId: `${transactionId}.${version}`,
    transactionId,
    status,
    body,
    isSigned: true,
    isAccepted: true,
  };
}
