import { paymentKinds } from '../transactions/rules/kind.ts';
import { cardKind } from './card/index.ts';
import { pixKind } from './pix/index.ts';

/** The only place that names every kind of payment. */
export const PAYMENT_KINDS = paymentKinds(cardKind, pixKind);
