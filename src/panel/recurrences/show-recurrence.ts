import type { ListedSale } from '../../gateway/transactions/index.ts';
import {
  ENTRY_STATUS,
  entryStatusName,
  type ListedRecurrence,
  type RecurrenceDetails,
  type RecurrenceEntry,
  recurrenceStatusName,
  recurrenceStatusOf,
  tryResultOf,
} from '../../operations/index.ts';
import { moment } from '../interface/moment.ts';
import { saleRowOf } from '../sales/sale-row.ts';
import type { Recurrence, RecurrenceEntryRow, RecurrenceRow, RecurrenceTry } from './schema.ts';

/** The service charges what is due within minutes. */
const OVERDUE_AFTER_MS = 60 * 60_000;

/** `now`: milliseconds since 1970. */
export function recurrenceRow(listed: Omit<ListedRecurrence, 'id'>, now: number): RecurrenceRow {
  const { recurrence, client, counts, next, lastTried } = listed;
  const { id, clientId, createdAt, reference, description, amount, months } = recurrence;
  const status = recurrenceStatusOf(recurrence, counts);
  return {
    id,
    createdAt: moment(createdAt),
    reference: reference ?? null,
    description: description ?? null,
    client: { id: clientId, name: client?.name ?? client?.document ?? `Cliente ${clientId}` },
    amount,
    months,
    paid: counts.get(ENTRY_STATUS.approved) ?? 0,
    status,
    statusName: recurrenceStatusName(status),
    next: next ? entryRow(next) : null,
    pausedAt: recurrence.pausedAt === undefined ? null : moment(recurrence.pausedAt),
    overdue:
      recurrence.pausedAt === undefined &&
      next !== undefined &&
      next.underWay === 0 &&
      (next.nextTryAt ?? next.dueAt) < now - OVERDUE_AFTER_MS,
    lastTried: lastTried ? entryRow(lastTried) : null,
  };
}

export function recurrenceOf(details: RecurrenceDetails, now: number): Recurrence {
  return {
    ...recurrenceRow(details, now),
    entries: details.entries.map(entryRow),
    needsCard: details.needsCard,
    formUrl: details.formUrl ?? null,
    mayCancel: details.recurrence.canceled === 0 && details.next !== undefined,
  };
}

function entryRow(entry: RecurrenceEntry): RecurrenceEntryRow {
  const { number, dueAt, status, tries, underWay, nextTryAt, endedAt, transactionId } = entry;
  const { acquirerCode, message } = tryResultOf(entry);
  return {
    number,
    dueAt: moment(dueAt),
    status,
    statusName: entryStatusName(status),
    tries,
    underWay: underWay === 1,
    nextTryAt: nextTryAt === undefined || underWay === 1 ? null : moment(nextTryAt),
    endedAt: endedAt === undefined ? null : moment(endedAt),
    saleId: transactionId ?? null,
    answer: answerText(acquirerCode, message),
  };
}

/** A sale of the gateway as a try. */
export function tryOf(sale: ListedSale): RecurrenceTry {
  const { status, capturedAmount, refundedAmount, brand, last4 } = saleRowOf(sale, '', undefined);
  const { providerCode, providerMessage } = sale.result;
  return {
    at: moment(sale.createdAt),
    saleId: sale.id,
    status,
    capturedAmount,
    refundedAmount,
    brand,
    last4,
    answer: answerText(providerCode, providerMessage),
  };
}

function answerText(code: string | undefined, message: string | undefined): string | null {
  return [code, message].filter(Boolean).join(' · ') || null;
}
