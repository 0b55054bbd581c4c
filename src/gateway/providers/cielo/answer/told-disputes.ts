import { type Fields, group, identifier, list, message, wholeNumber } from '../../http/index.ts';
import type { ToldDispute } from '../../outcome.ts';
import { present } from './present.ts';

const DAY = /^\d{4}-\d\d-\d\d/;
/** Cielo keeps a handful; nobody disputes one sale more often. */
const MAX_TOLD = 20;

/** The chargebacks in the answer to a query, and the alert of fraud. What names no amount is of the whole sale. */
export function toldDisputes(payment: Fields, wholeAmount: number): readonly ToldDispute[] {
  const chargebacks = (list(payment, 'chargebacks') ?? []).slice(0, MAX_TOLD).map(
    (told): ToldDispute => ({
      kind: 'chargeback',
      ...present('reference', identifier(told, 'casenumber')),
      amount: wholeNumber(told, 'amount') ?? wholeAmount,
      ...present('reasonCode', identifier(told, 'reasoncode')),
      ...present('reasonText', message(told, 'reasonmessage')),
      ...present('date', dayIn(told)),
      ...present('state', identifier(told, 'status')),
    }),
  );
  const alert = group(payment, 'fraudalert');
  if (Object.keys(alert).length === 0) return chargebacks;
  const told: ToldDispute = {
    kind: 'fraud_alert',
    amount: wholeAmount,
    ...present('reasonText', message(alert, 'reasonmessage')),
    ...present('date', dayIn(alert)),
  };
  return [...chargebacks, told];
}

function dayIn({ date }: Fields): string | undefined {
  return typeof date === 'string' ? DAY.exec(date)?.[0] : undefined;
}
