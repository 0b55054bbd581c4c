import { CHARGE_REASONS } from '../charges/index.ts';
import { paymentKinds } from '../transactions/rules/kind.ts';
import { CARD_REASONS, CVV_PATH, cardKind, refuseCard } from './card/index.ts';
import { PIX_REASONS, pixKind, refusePix } from './pix/index.ts';

/** The only place that names every kind of payment. */
export const PAYMENT_KINDS = paymentKinds(cardKind, pixKind);

/** What all kinds refuse, for the catalogue of errors: each brings its own. */
export const KIND_REFUSALS = { ...refuseCard.table, ...refusePix.table };

/** Why payments of a kind stand as they do, for people. */
export const KIND_REASONS = [CARD_REASONS, CHARGE_REASONS, PIX_REASONS];

/** What is not even kept as part of a hash. */
export const KEPT_NOWHERE = [CVV_PATH];
