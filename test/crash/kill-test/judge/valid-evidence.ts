import type {
  Answer,
  Call,
  Evidence,
  HistoryRecord,
  HostCard,
  PostbackRecord,
  ReceivedCard,
  ReceivedPostback,
  ReportedTransaction,
  StoredCardRecord,
  TokenAnswer,
} from './evidence.ts';

import { FAIL_OVER } from './valid-fail-over.ts';
import { PIX, VALID_PIX } from './valid-pix.ts';
import { SLIPS, VALID_SLIPS } from './valid-slips.ts';
import { CHARGED_FOR_TILLS, VALID_TILLS } from './valid-tills.ts';

/**
 * What four orders, a link and two stored cards leave behind when everything is as it must be: placed, half given back,
 * refused, and undone; paid once; charged, and deleted. A payment
 * that was tried at a second acquirer, tills' sales and a recurrence beside them.
 */
export const VALID_EVIDENCE: Evidence = {
  charges: [
    charge('A1', 'approved', { amount: 1_000, captured: 800, voided: 200, refunded: 300 }),
    charge('B1', 'declined', { amount: 500 }),
    charge('C2', 'canceled', { amount: 700, captured: 700, refunded: 700 }),
    charge('D1', 'approved', { amount: 900 }),
    charge('E1', 'approved', { amount: 400, captured: 400 }),
    ...CHARGED_FOR_TILLS.charges,
    ...PIX.charges,
    ...SLIPS.charges,
    ...FAIL_OVER.charges,
  ],
  repeatedReferences: [],
  transactions: [
    transaction('a', { amount: 1_000, status: 6, capturedAmount: 800, refundedAmount: 300 }),
    transaction('b', { amount: 500, status: 7 }),
    transaction('c', { amount: 700, status: 9 }),
    transaction('d', { amount: 900, status: 5 }),
    { ...transaction('e', { amount: 400, status: 6, capturedAmount: 400 }), linkId: 'L' },
    ...CHARGED_FOR_TILLS.transactions,
    ...PIX.transactions,
    ...SLIPS.transactions,
    ...FAIL_OVER.transactions,
  ],
  attempts: [
    { provider: 'REDE', reference: 'A1', transactionId: 'a', state: 'approved' },
    { provider: 'REDE', reference: 'B1', transactionId: 'b', state: 'declined' },
    { provider: 'REDE', reference: 'C1', transactionId: 'c', state: 'not_sent' },
    { provider: 'REDE', reference: 'C2', transactionId: 'c', state: 'undone' },
    { provider: 'REDE', reference: 'D1', transactionId: 'd', state: 'approved' },
    { provider: 'REDE', reference: 'E1', transactionId: 'e', state: 'approved' },
    ...CHARGED_FOR_TILLS.attempts,
    ...PIX.attempts,
    ...SLIPS.attempts,
    ...FAIL_OVER.attempts,
  ],
  movements: [
    { id: 'AM1', transactionId: 'a', kind: 'capture', amount: 800, state: 'done' },
    { id: 'AM2', transactionId: 'a', kind: 'refund', amount: 300, state: 'done' },
    { id: 'DM1', transactionId: 'd', kind: 'capture', amount: 900, state: 'declined' },
  ],
  cases: [...SLIPS.cases],
  history: [
    event('a', 'sent', { subject: 'A1', requestId: 'ra' }),
    event('a', 'answered', { subject: 'A1', requestId: 'ra', status: 5 }),
    event('a', 'sent', { subject: 'AM1', requestId: 'ra2' }),
    event('a', 'answered', { subject: 'AM1', requestId: 'ra2', status: 6 }),
    event('a', 'sent', { subject: 'AM2', requestId: 'ra3' }),
    event('a', 'taken_over', { subject: 'AM2', status: 8 }),
    event('a', 'resolved', { subject: 'AM2', status: 6 }),
    event('b', 'sent', { subject: 'B1', requestId: 'rb' }),
    event('b', 'answered', { subject: 'B1', requestId: 'rb', status: 7 }),
    event('c', 'sent', { subject: 'C1', requestId: 'rc' }),
    event('c', 'taken_over', { subject: 'C2', status: 10 }),
    event('c', 'undo_decided', { subject: 'C2' }),
    event('c', 'undo', { subject: 'C2', status: 9 }),
    event('d', 'sent', { subject: 'D1', requestId: 'rd' }),
    event('d', 'answered', { subject: 'D1', requestId: 'rd', status: 5 }),
    event('d', 'sent', { subject: 'DM1', requestId: 'rd2' }),
    event('d', 'answered', { subject: 'DM1', requestId: 'rd2', status: 5 }),
    event('e', 'intention_created', { status: 1 }),
    event('e', 'sent', { subject: 'E1', requestId: 're' }),
    event('e', 'answered', { subject: 'E1', requestId: 're', status: 6 }),
    ...CHARGED_FOR_TILLS.history,
    ...PIX.history,
    ...SLIPS.history,
    ...FAIL_OVER.history,
  ],
  postbacks: [
    ...[1, 3, 5, 6].map((version) => postback('a', version)),
    postback('b', 1),
    postback('c', 2),
    postback('c', 4),
    postback('d', 1),
    postback('e', 0),
    postback('e', 2),
    ...PIX.postbacks,
    ...SLIPS.postbacks,
    ...FAIL_OVER.postbacks,
  ],
  calls: [
    call('a', 'sale', 10, { reported: reported('a', 1_000, 5), requestId: 'ra', key: 'ka' }),
    call('a', 'capture', 20, { reported: reported('a', 1_000, 6, 800), requestId: 'ra2' }),
    call('a', 'void', 30, { requestId: 'ra3' }),
    call('a', 'query', 40, { reported: reported('a', 1_000, 8, 800), requestId: 'ra4' }),
    call('a', 'sale', 50, { reported: reported('a', 1_000, 5), requestId: 'ra5', key: 'ka' }),
    call('a', 'query', 60, { reported: reported('a', 1_000, 6, 800, 300), requestId: 'ra6' }),
    call('b', 'sale', 10, { reported: reported('b', 500, 7), requestId: 'rb' }),
    call('c', 'sale', 10, { requestId: 'rc' }),
    call('c', 'query', 20, { reported: reported('c', 700, 10), requestId: 'rc2' }),
    call('d', 'sale', 10, { reported: reported('d', 900, 5), requestId: 'rd' }),
    call('d', 'capture', 20, { code: 'movement_declined', requestId: 'rd2' }),
    ...FAIL_OVER.calls,
  ],
  receivedPostbacks: [
    receivedPostback('a', 1, 5, { isAccepted: false }),
    receivedPostback('a', 1, 5),
    receivedPostback('a', 1, 5),
    receivedPostback('b', 1, 7),
    receivedPostback('a', 3, 6),
    receivedPostback('a', 5, 8),
    receivedPostback('a', 6, 6),
    receivedPostback('c', 2, 10),
    receivedPostback('c', 4, 9),
    receivedPostback('d', 1, 5),
    receivedPostback('e', 0, 1),
    receivedPostback('e', 2, 6),
    ...PIX.receivedPostbacks,
    ...SLIPS.receivedPostbacks,
    ...FAIL_OVER.receivedPostbacks,
  ],
  links: [{ id: 'L', maxUses: 1, uses: 1 }],
  receipts: [{ referenceId: 'order e', transactionId: 'e' }],
  storedCards: [storedCard('K', 'active', 'K1'), storedCard('G', 'deleted', undefined)],
  acquirerTokens: [
    { reference: 'K0', cardId: 'K', state: 'lost' },
    { reference: 'K1', cardId: 'K', state: 'stored' },
    { reference: 'G1', cardId: 'G', state: 'removed' },
  ],
  hostCards: [hostCard('K', 'Active'), hostCard('K', 'Pending'), hostCard('G', 'Deleted')],
  tokenAnswers: [
    tokenAnswer('K', { kind: 'store', key: 'kk' }),
    tokenAnswer('K', { kind: 'store', key: 'kk' }),
    tokenAnswer('G', { kind: 'delete', http: 204 }),
  ],
  tokenizations: [
    {
      id: 'TK',
      referenceId: 'order K',
      postBackUrl: 'http://shop.example/k',
      cardId: 'K',
      state: 'stored',
    },
    {
      id: 'TF',
      referenceId: 'order F',
      postBackUrl: 'http://shop.example/f',
      cardId: undefined,
      state: 'waiting',
    },
  ],
  cardPostbacks: [{ about: 'TK', version: 2, state: 'delivered' }],
  receivedCards: [receivedCard({ isAccepted: false }), receivedCard(), receivedCard()],
  callbacks: [
    { about: 'venda-1', version: 2, state: 'delivered' },
    { about: 'venda-3', version: 1, state: 'delivered' },
    { about: 'venda-4', version: 1, state: 'delivered' },
    { about: 'venda-4', version: 2, state: 'delivered' },
    { about: 'recorrente-1', version: 3, state: 'delivered' },
  ],
  acceptedCallbacks: [1, 3, 4, 4, 4, undefined].map((saleId) => ({ saleId })),
  tills: VALID_TILLS,
  pix: VALID_PIX,
  slips: VALID_SLIPS,
};

export function charge(
  reference: string,
  state: Evidence['charges'][number]['state'],
  sums: { amount: number; captured?: number; voided?: number; refunded?: number },
): Evidence['charges'][number] {
  return {
    provider: 'REDE',
    reference,
    tid: `t${reference}`,
    state,
    captured: 0,
    voided: 0,
    refunded: 0,
    ...sums,
  };
}

export function transaction(
  id: string,
  now: { amount: number; status: number; capturedAmount?: number; refundedAmount?: number },
): Evidence['transactions'][number] {
  const nothing = {
    capturedAmount: 0,
    refundedAmount: 0,
    hasOpenMovement: false,
    linkId: undefined,
    chargeId: undefined,
    paidByBuyer: undefined,
    provider: 'REDE',
  };
  return { id, referenceId: `order ${id}`, ...nothing, ...now };
}

export function event(transactionId: string, kind: string, more: Partial<HistoryRecord>): HistoryRecord {
  return { transactionId, kind, requestId: undefined, status: undefined, subject: undefined, ...more };
}

export function reported(
  transactionId: string,
  amount: number,
  status: number,
  capturedAmount?: number,
  refundedAmount?: number,
): ReportedTransaction {
  return { transactionId, amount, status, capturedAmount, refundedAmount };
}

/** A call; without `reported` and `code` its connection broke. */
export function call(
  id: string,
  kind: Call['kind'],
  sentAt: number,
  { key, ...said }: { requestId: string; reported?: ReportedTransaction; code?: string; key?: string },
): Call {
  const http = said.reported ? 200 : 409;
  const answer: Answer = {
    http,
    requestId: said.requestId,
    code: said.code,
    reported: said.reported,
    text: key === undefined ? undefined : JSON.stringify(said.reported),
  };
  const isAnswered = said.reported !== undefined || said.code !== undefined;
  const times = { sentAt, endedAt: sentAt + 5 };
  return { referenceId: `order ${id}`, kind, key, ...times, answer: isAnswered ? answer : undefined };
}

export function receivedPostback(
  id: string,
  version: number,
  status: number,
  more: Partial<ReceivedPostback> = {},
): ReceivedPostback {
  const body = JSON.stringify({ transactionId: id, status });
  const taken = { isSigned: true, isAccepted: true };
  return { webhookId: `${id}.${version}`, transactionId: id, status, body, ...taken, ...more };
}

/** What card K was told with. */
export function receivedCard(more: Partial<ReceivedCard> = {}, told: object = {}): ReceivedCard {
  const body = {
    tokenizationId: 'TK',
    referenceId: 'order K',
    postBackUrl: 'http://shop.example/k',
    saveCard: true,
    cardInfo: { number: 'mask K', token: 'token K' },
    ...told,
  };
  const taken = { isSigned: true, isAccepted: true };
  return { webhookId: 'TK.2', body: JSON.stringify(body), ...taken, ...more };
}

export function storedCard(id: string, state: string, charged: string | undefined): StoredCardRecord {
  const named = { token: `token ${id}`, fingerprint: `print ${id}`, mask: `mask ${id}` };
  return { id, merchantId: 1, ...named, state, charged, underWay: undefined };
}

export function hostCard(id: string, status: string): HostCard {
  return { pv: '1', mask: `mask ${id}`, status };
}

export function tokenAnswer(
  id: string,
  { http = 201, key, ...said }: Partial<TokenAnswer> & Pick<TokenAnswer, 'kind'>,
): TokenAnswer {
  return { referenceId: `order ${id}`, key, token: `token ${id}`, http, text: '{}', ...said };
}

function postback(transactionId: string, version: number): PostbackRecord {
  return { id: `${transactionId}.${version}`, transactionId, version, state: 'delivered' };
}
