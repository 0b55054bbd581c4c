import { paymentKinds } from '../transactions/rules/kind.ts';
import { cardKind } from './card/index.ts';

/** The only place that names every kind of payment. */
export const PAYMENT_KINDS = paymentKinds(cardKind);
