import { type ListParameters, textParameter } from '../../http/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import { refuseDispute } from '../refusals.ts';
import { DISPUTE_STATES, type DisputeState } from '../rules/dispute.ts';
import type { DisputeNotice } from '../rules/notice.ts';
import { readDisputePlace } from '../store/dispute-place.ts';
import type { DisputePlace } from '../store/dispute-reader.ts';
import { type DisputeBody, TYPED_KINDS } from './schema.ts';

/** A dispute as somebody typed it. Refusals: dispute_kind_invalid, dispute_money_invalid, dispute_day_invalid. */
export function readDispute(
  body: Omit<DisputeBody, 'transactionId'>,
  transactionId: string,
  today: string,
): DisputeNotice {
  const kind = TYPED_KINDS.find((one) => one === (body.kind ?? 'chargeback'));
  if (!kind) throw refuseDispute('dispute_kind_invalid', { field: 'kind' });
  const money = (['none', 'debited'] as const).find((one) => one === (body.money ?? 'none'));
  if (!money) throw refuseDispute('dispute_money_invalid', { field: 'money' });
  const notifiedDay = dayOf(body.notifiedDate, 'notifiedDate') ?? today;
  const answerBy = dayOf(body.answerBy, 'answerBy');
  if (notifiedDay > today) throw refuseDispute('dispute_day_invalid', { field: 'notifiedDate' });
  if (answerBy !== undefined && answerBy < notifiedDay) {
    throw refuseDispute('dispute_day_invalid', { field: 'answerBy' });
  }
  return {
    transactionId,
    source: 'manual',
    kind,
    process: body.process,
    reasonCode: body.reasonCode,
    reasonText: body.reason,
    amount: body.amount,
    notifiedDay,
    answerBy,
    money,
  };
}

/** The schema has looked at its form: a day may still not be in the calendar. */
function dayOf(day: string | undefined, field: string): string | undefined {
  if (day === undefined) return undefined;
  const moment = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day)) return day;
  throw refuseDispute('dispute_day_invalid', { field });
}

/** Refusal: dispute_state_invalid. */
export function statesParameter(query: ListParameters): readonly DisputeState[] | undefined {
  const named = textParameter(query, 'state')?.split(',');
  return named?.map((word) => {
    const state = DISPUTE_STATES.find((one) => one === word.trim());
    if (state === undefined) throw refuseDispute('dispute_state_invalid', { field: 'state' });
    return state;
  });
}

/** Refusal: cursor_invalid. */
export function disputePlaceParameter(query: ListParameters): DisputePlace | undefined {
  const cursor = textParameter(query, 'cursor');
  const place = cursor === undefined ? undefined : readDisputePlace(cursor);
  if (cursor !== undefined && !place) throw transactionRefuse('cursor_invalid', { field: 'cursor' });
  return place;
}
