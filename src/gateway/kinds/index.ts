import { CHARGE_REASONS, type ChargedKind, type ChargedKinds } from '../charges/index.ts';
import { paymentKinds } from '../transactions/rules/kind.ts';
import { CARD_REASONS, CVV_PATH, cardKind, refuseCard } from './card/index.ts';
import { CHARGED_BY_PIX, PIX_REASONS, pixKind, refusePix } from './pix/index.ts';
import { CHARGED_BY_SLIP, refuseSlip, SLIP_REASONS, slipKind } from './slip/index.ts';

/** The only place that names every kind of payment. */
export const PAYMENT_KINDS = paymentKinds(cardKind, pixKind, slipKind);

/** What all kinds refuse, for the catalogue of errors: each brings its own. */
export const KIND_REFUSALS = { ...refuseCard.table, ...refusePix.table, ...refuseSlip.table };

/** Why payments of a kind stand as they do, for people. */
export const KIND_REASONS = [CARD_REASONS, CHARGE_REASONS, PIX_REASONS, SLIP_REASONS];

/** What is not even kept as part of a hash. */
export const KEPT_NOWHERE = [CVV_PATH];

const CHARGED: Readonly<Record<string, ChargedKind>> = {
  [pixKind.kind]: CHARGED_BY_PIX,
  [slipKind.kind]: CHARGED_BY_SLIP,
};

/** Kinds whose charges their buyers pay by themselves. */
export const chargedKind: ChargedKinds = (kind) => {
  const found = CHARGED[kind];
  if (!found) throw new Error(`no charges are paid by ${kind}`);
  return found;
};
