import { type Fields, objectOf } from '../host/fields.ts';
import { centavosOf } from './wire/money.ts';

/** What becomes of a charge, by the last two digits of its amount. */
export type Scenario =
  | 'paid_soon'
  | 'paid_in_a_minute'
  | 'never_paid'
  | 'taken_back'
  | 'exists_after_504'
  | 'times_out_empty'
  | 'notice_lost'
  | 'notice_three_times'
  | 'refund_fails';

const BY_LAST_DIGITS: readonly (Scenario | undefined)[] = [
  undefined,
  'paid_soon',
  'paid_in_a_minute',
  'never_paid',
  'taken_back',
  'exists_after_504',
  'times_out_empty',
  'notice_lost',
  'notice_three_times',
  'refund_fails',
];

/** Undefined for an amount with no meaning: paid when a tester says so. */
export function scenarioOf({ valor }: Fields): Scenario | undefined {
  const centavos = centavosOf(objectOf(valor).original);
  return centavos === undefined ? undefined : BY_LAST_DIGITS[centavos % 100];
}
