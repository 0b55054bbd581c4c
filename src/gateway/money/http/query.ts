import { dayParameter, type ListParameters, textParameter } from '../../http/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import { readReceivablePlace } from '../expected/receivable-place.ts';
import {
  RECEIVABLE_STATUSES,
  type ReceivableFilter,
  type ReceivablePlace,
  type ReceivableStatus,
} from '../expected/receivable-reader.ts';
import { refuseMoney } from '../refusals.ts';

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
export function placeParameter(query: ListParameters): ReceivablePlace | undefined {
  const cursor = textParameter(query, 'cursor');
  const place = cursor === undefined ? undefined : readReceivablePlace(cursor);
  if (cursor !== undefined && !place) throw transactionRefuse('cursor_invalid', { field: 'cursor' });
  return place;
}
