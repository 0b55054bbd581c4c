import { dayParameter, type ListParameters, textParameter } from '../../http/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import {
  RECEIVABLE_STATUSES,
  type ReceivableFilter,
  type ReceivablePlace,
  type ReceivableStatus,
} from '../expected/receivable-reader.ts';
import { refuseMoney } from '../refusals.ts';

const CURSOR = /^(\d{4}-\d{2}-\d{2})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,9})$/;

/** Refusals: day_invalid, receivable_status_invalid. */
export function readReceivableFilter(
  query: ListParameters,
): Pick<ReceivableFilter, 'from' | 'to' | 'statuses'> {
  return { from: dayParameter(query, 'from'), to: dayParameter(query, 'to'), statuses: readStatuses(query) };
}

function readStatuses(query: ListParameters): readonly ReceivableStatus[] | undefined {
  const named = textParameter(query, 'status')
    ?.split(',')
    .map((word) => RECEIVABLE_STATUSES.find((status) => status === word.trim()));
  if (named === undefined) return undefined;
  return [
    ...new Set(
      named.map((status) => {
        if (status === undefined) throw refuseMoney('receivable_status_invalid', { field: 'status' });
        return status;
      }),
    ),
  ];
}

/** Refusal: cursor_invalid. */
export function readReceivablePlace(query: ListParameters): ReceivablePlace | undefined {
  const cursor = textParameter(query, 'cursor');
  if (cursor === undefined) return undefined;
  const [, dueDay, transactionId, line] = CURSOR.exec(cursor) ?? [];
  if (dueDay === undefined || transactionId === undefined) {
    throw transactionRefuse('cursor_invalid', { field: 'cursor' });
  }
  return { dueDay, transactionId, line: Number(line) };
}

export function writeReceivablePlace({ dueDay, transactionId, line }: ReceivablePlace): string {
  return `${dueDay}_${transactionId}_${line}`;
}
