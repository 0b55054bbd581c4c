import type { Evidence, HistoryRecord } from './evidence.ts';
import type { SlipEvidence } from './slip-evidence.ts';

/** The name of a slip at the bank begins with our reference, which has 16 characters. */
const PAID = 'S000000000000001';
const GONE = 'Y000000000000001';
const BANK = 'C6BANK';
const DUE = 1_000;

/** One is paid by both halves, and one that was canceled is paid by its barcode after all. */
export const VALID_SLIPS: SlipEvidence = {
  slips: [
    { name: `${PAID}0000000001`, amount: DUE, status: 'paid', payments: [{ amount: DUE }], txid: 'H1' },
    { name: `${GONE}0000000002`, amount: DUE, status: 'canceled', payments: [{ amount: DUE }], txid: 'H2' },
  ],
  halves: [
    {
      txid: 'H1',
      status: 'CONCLUIDA',
      amount: DUE,
      payments: [{ endToEndId: 'F1', amount: DUE, returns: [{ id: 'D1', amount: DUE, state: 'DEVOLVIDO' }] }],
    },
    { txid: 'H2', status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', amount: DUE, payments: [] },
  ],
  payments: [
    { endToEndId: `BOLETO${PAID}1`, transactionId: 'slip', amount: DUE, surplus: undefined },
    { endToEndId: 'F1', transactionId: 'slip', amount: DUE, surplus: 'refunded' },
    { endToEndId: `BOLETO${GONE}1`, transactionId: 'late', amount: DUE, surplus: 'failed' },
  ],
};

/** The rest of the evidence about the two. */
export const SLIPS: Pick<
  Evidence,
  'charges' | 'transactions' | 'attempts' | 'history' | 'postbacks' | 'receivedPostbacks' | 'cases'
> = {
  charges: [
    {
      ...{ provider: BANK, reference: PAID, tid: PAID, state: 'approved', amount: DUE },
      ...{ captured: DUE, voided: 0, refunded: 0 },
    },
    {
      ...{ provider: BANK, reference: GONE, tid: GONE, state: 'canceled', amount: DUE },
      ...{ captured: 0, voided: DUE, refunded: 0 },
    },
  ],
  transactions: [transaction('slip', 6, DUE), transaction('late', 9, 0)],
  attempts: [
    { provider: BANK, reference: PAID, transactionId: 'slip', state: 'approved' },
    { provider: BANK, reference: GONE, transactionId: 'late', state: 'undone' },
  ],
  cases: [
    {
      ...{ subject: `BOLETO${GONE}1`, transactionId: 'late', kind: 'beside', state: 'manual' },
      reason: 'the surplus was not given back',
    },
  ],
  history: [
    event('slip', 'answered', 1),
    event('slip', 'resolved', 6),
    event('late', 'answered', 1),
    event('late', 'answered', 8),
    event('late', 'resolved', 9),
  ],
  postbacks: ['slip.1', 'slip.2', 'late.1', 'late.2', 'late.3'].map((id) => ({
    id,
    transactionId: id.slice(0, 4),
    version: Number(id.slice(5)),
    state: 'delivered',
  })),
  receivedPostbacks: [
    received('slip.1', 1),
    received('slip.2', 6),
    received('late.1', 1),
    received('late.2', 8),
    received('late.3', 9),
  ],
};

function transaction(id: string, status: number, capturedAmount: number): Evidence['transactions'][number] {
  const nothing = { refundedAmount: 0, hasOpenMovement: false, linkId: undefined, chargeId: undefined };
  const about = { referenceId: `order ${id}`, amount: DUE, paidByBuyer: 'bankSlip', provider: BANK } as const;
  return { id, ...nothing, ...about, status, capturedAmount };
}

function event(transactionId: string, kind: string, status: number): HistoryRecord {
  return { transactionId, kind, requestId: undefined, status, subject: undefined };
}

function received(webhookId: string, status: number): Evidence['receivedPostbacks'][number] {
  const transactionId = webhookId.slice(0, 4);
  const body = JSON.stringify({ transactionId, status });
  return { webhookId, transactionId, status, body, isSigned: true, isAccepted: true };
}
