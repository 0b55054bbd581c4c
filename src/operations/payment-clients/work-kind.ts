import { PAYMENT_TYPE, type PaymentType } from '../sales/index.ts';
import { refuseClient } from './refusals.ts';

/** What a payment client may be asked to do. */
export const WORK_KINDS = ['payment', 'cancel', 'admin', 'print'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A client that does not say what it can do is given nothing else: it would take anything else for a payment. */
export const USUAL_KINDS: readonly WorkKind[] = ['payment', 'cancel'];

const TYPES = {
  payment: PAYMENT_TYPE.payment,
  cancel: PAYMENT_TYPE.cancel,
  admin: PAYMENT_TYPE.administrative,
} as const;

/** `payment,cancel,print`. Refusal: kinds_invalid. */
export function readKinds(sent: string): readonly WorkKind[] {
  const asked = sent.split(',').map((part) => part.trim());
  const known = WORK_KINDS.filter((kind) => asked.includes(kind));
  if (!asked.every((part) => (WORK_KINDS as readonly string[]).includes(part)))
    throw refuseClient('kinds_invalid');
  return known;
}

/** The types of external payments of these kinds. */
export function paymentTypesOf(kinds: readonly WorkKind[]): readonly PaymentType[] {
  return kinds.flatMap((kind) => (kind === 'print' ? [] : [TYPES[kind]]));
}

export function kindOfPayment(type: PaymentType): WorkKind {
  if (type === PAYMENT_TYPE.administrative) return 'admin';
  return type === PAYMENT_TYPE.cancel ? 'cancel' : 'payment';
}
