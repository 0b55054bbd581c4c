import { readEventText } from '../../../src/gateway/history/old-event-text.ts';
import { openStoredRows, type Row } from '../../support/stored-rows.ts';
import { caseRecord } from './case-record.ts';
import type {
  Evidence,
  HistoryRecord,
  MovementRecord,
  StoredCardRecord,
  TransactionRecord,
} from './judge/evidence.ts';
import { asHostCharge } from './pix/collect-pix.ts';
import { collectPixAndSlips, slipsAsCharges } from './slips/collect-slips.ts';
import type { TestBed } from './test-bed.ts';
import { collectTills } from './till/collect-tills.ts';

/** Collects all evidence at the end of the test. */
export async function collect({
  place,
  acquirer,
  secondAcquirer,
  client,
  receivers,
  receipts,
  tokenAnswers,
  tillAnswers,
  till,
  pinPads,
  bank,
}: TestBed): Promise<Evidence> {
  const stored = await openStoredRows(place);
  const rowsOf = async <Record>(table: string, read: (row: Row) => Record): Promise<readonly Record[]> =>
    (await stored.rows(table)).map(read);
  try {
    const { charges, repeatedReferences, cards } = await acquirer.book();
    const second = await secondAcquirer?.book();
    const { pix, slips } = await collectPixAndSlips(stored, bank);
    return {
      charges: [
        ...charges,
        ...(second?.charges ?? []),
        ...pix.charges.map((charge) => asHostCharge(charge, bank.provider)),
        ...slipsAsCharges(slips, bank.provider),
      ],
      repeatedReferences: [...repeatedReferences, ...(second?.repeatedReferences ?? [])],
      transactions: await rowsOf('transactions', transactionRecord),
      attempts: await rowsOf('attempts', (row) => ({
        provider: String(row.provider),
        reference: String(row.reference),
        transactionId: String(row.transaction_id),
        state: String(row.state),
      })),
      movements: await rowsOf('movements', movementRecord),
      cases: await rowsOf('recovery_cases', caseRecord),
      history: (await stored.rows('transaction_events')).toSorted(byTime).flatMap(historyRecords),
      ...messagesIn(await stored.rows('postbacks')),
      calls: client.calls,
      receivedPostbacks: receivers.receivedPostbacks,
      links: await rowsOf('payment_links', (row) => ({
        id: String(row.id),
        maxUses: Number(row.max_uses),
        uses: Number(row.uses),
      })),
      receipts,
      storedCards: await rowsOf('stored_cards', storedCardRecord),
      acquirerTokens: await rowsOf('acquirer_tokens', (row) => ({
        reference: String(row.reference),
        cardId: String(row.card_id),
        state: String(row.state),
      })),
      hostCards: cards,
      tokenAnswers,
      tokenizations: await rowsOf('tokenizations', (row) => ({
        id: String(row.id),
        referenceId: textOf(row.reference_id),
        postBackUrl: textOf(row.post_back_url),
        cardId: textOf(row.card_id),
        state: String(row.state),
      })),
      receivedCards: receivers.receivedCards,
      acceptedCallbacks: receivers.acceptedCallbacks,
      tills: await collectTills(stored, tillAnswers, {
        pinPads,
        terminalIds: till.paired.map(({ terminalId }) => terminalId),
      }),
      pix,
      slips,
    };
  } finally {
    await stored.close();
  }
}

function transactionRecord(row: Row): TransactionRecord {
  const order = JSON.parse(String(row.asked)) as { intention?: { linkId?: string }; chargeId?: number };
  return {
    id: String(row.id),
    provider: String(row.provider),
    referenceId: String(row.reference_id),
    amount: Number(row.amount),
    status: Number(row.status),
    capturedAmount: Number(row.captured_amount ?? 0),
    refundedAmount: Number(row.refunded_amount ?? 0),
    hasOpenMovement: row.open_movement !== null,
    linkId: order.intention?.linkId,
    chargeId: order.chargeId,
    paidByBuyer: row.kind === 'pix' || row.kind === 'bankSlip' ? row.kind : undefined,
  };
}

/** The outbox, by kind of message. */
function messagesIn(rows: readonly Row[]): Pick<Evidence, 'postbacks' | 'cardPostbacks' | 'callbacks'> {
  const ofKind = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        about: String(row.transaction_id),
        version: Number(row.version),
        state: String(row.state),
      }));
  return {
    postbacks: ofKind('postback').map(({ about: transactionId, version, state }) => ({
      id: `${transactionId}.${version}`,
      transactionId,
      version,
      state,
    })),
    cardPostbacks: ofKind('card'),
    callbacks: ofKind('callback'),
  };
}

function textOf(value: unknown): string | undefined {
  return value === null ? undefined : String(value);
}

function storedCardRecord(row: Row): StoredCardRecord {
  return {
    id: String(row.id),
    merchantId: Number(row.merchant_id),
    token: String(row.token),
    fingerprint: String(row.fingerprint),
    mask: String(row.mask),
    state: String(row.state),
    charged: textOf(row.charged),
    underWay: textOf(row.under_way),
  };
}

function movementRecord(row: Row): MovementRecord {
  return {
    id: String(row.id),
    transactionId: String(row.transaction_id),
    kind: String(row.kind) as MovementRecord['kind'],
    amount: Number(row.amount),
    state: String(row.state),
  };
}

/** An answer with the time that it took is one row with what was sent. */
function historyRecords(row: Row): readonly HistoryRecord[] {
  const { kind, requestId, details } = readEventText({
    id: String(row.id),
    kind: String(row.kind),
    cause: String(row.cause),
    requestId: row.request_id === null ? undefined : String(row.request_id),
    details: String(row.details),
  });
  const { status, subject, tookMs, after } = details as {
    status?: number;
    subject?: string;
    tookMs?: number;
    after?: string;
  };
  const record = {
    transactionId: String(row.transaction_id),
    kind,
    requestId,
    status,
    subject,
    after,
  };
  return tookMs === undefined ? [record] : [{ ...record, kind: 'sent', status: undefined }, record];
}

/** The service's own order of events. */
function byTime(one: Row, other: Row): number {
  const apart = Number(one.at) - Number(other.at);
  if (apart !== 0) return apart;
  return String(one.id) < String(other.id) ? -1 : 1;
}
