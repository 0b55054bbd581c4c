import { PAYMENT_TYPE, type PaymentType } from '../sales/index.ts';
import { refuseClient } from './refusals.ts';

/** What a payment client may be asked to do; `show`: the code of a Pix that the service takes. */
export const WORK_KINDS = ['payment', 'cancel', 'admin', 'print', 'show'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A client that does not say what it can do is given nothing else: it would take anything else for a payment. */
export const USUAL_KINDS: readonly WorkKind[] = ['payment', 'cancel'];

const TYPES = {
  payment: PAYMENT_TYPE.payment,
  cancel: PAYMENT_TYPE.cancel,
  admin: PAYMENT_TYPE.administrative,
} as const;

/** Said among the kinds of work by a client whose payments may be by Pix. */
const PIX = 'pix';

/** `payment,cancel,print,pix`. Refusal: kinds_invalid. */
export function readKinds(sent: string): { readonly kinds: readonly WorkKind[]; readonly takesPix: boolean } {
  const asked = sent.split(',').map((part) => part.trim());
  const kinds = WORK_KINDS.filter((kind) => asked.includes(kind));
  const known: readonly string[] = [...WORK_KINDS, PIX];
  if (!asked.every((part) => known.includes(part))) throw refuseClient('kinds_invalid');
  return { kinds, takesPix: asked.includes(PIX) && kinds.includes('payment') };
}

/** The types of external payments of these kinds. */
export function paymentTypesOf(kinds: readonly WorkKind[]): readonly PaymentType[] {
  return kinds.flatMap((kind) => (kind === 'print' || kind === 'show' ? [] : [TYPES[kind]]));
}

export function kindOfPayment(type: PaymentType): WorkKind {
  if (type === PAYMENT_TYPE.administrative) return 'admin';
  return type === PAYMENT_TYPE.cancel ? 'cancel' : 'payment';
}
