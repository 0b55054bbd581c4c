import Type from 'typebox';
import { compileReader } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { Authenticate, type CardOffer, cardOffer, STORE_INTEREST } from '../../kinds/card/index.ts';
import { checkPixExpiration, PixBody, type PixOffer, pixOffer, readPix } from '../../kinds/pix/index.ts';
import { readSlipTerms, type SlipOffer, SlipOfferBody, slipOffer } from '../../kinds/slip/index.ts';
import { fieldRefusal, type Offer } from '../../transactions/index.ts';
import { checkoutRefuse } from '../refusals.ts';
import type { LinkCard } from './schema.ts';

const TYPES = { 0: 'any', 1: 'credit', 2: 'debit' } as const;
/** By their names in `firstMethod`. */
const KINDS = { card: 'card', pix: 'pix', bankslip: 'bankSlip' } as const;
const HUNDREDTHS = 100;
const MOST_PERCENT = 90;
/** Up to two decimals. */
const PERCENT = /^\d{1,2}(?:[.,]\d{1,2})?$/;

const readSlipBody = compileReader(Type.Object({ payment: Type.Object({ bankSlip: SlipOfferBody }) }));
const readPixBody = compileReader(Type.Object({ payment: Type.Object({ pix: PixBody }) }));

interface OfferBody {
  readonly askDocument?: boolean;
  readonly pixDiscount?: unknown;
  readonly firstMethod?: string;
  readonly payment?: { readonly card?: LinkCard; readonly pix?: unknown; readonly bankSlip?: unknown };
}

/** What is left to the buyer, as the page shows it. `usual`: the shop's own discount. Throws Refusal 400. */
export function offersOfBody(
  { payment = {}, askDocument = false, pixDiscount, firstMethod }: OfferBody,
  { time, now }: ReadingFacts,
): readonly Offer[] {
  const discount = readDiscount(pixDiscount);
  const first = readFirst(firstMethod);
  const { card } = payment;
  const isPix = isSent(payment.pix);
  const isSlip = isSent(payment.bankSlip);
  // Beside another kind what cannot be read of one is as good as not sent.
  const isAlone = card === undefined && !(isPix && isSlip);
  const pix = isPix ? [{ ...readPixOffer(payment.pix, { time, now, isAlone }), discount }] : [];
  const slip = isSlip ? [readSlipSent(payment.bankSlip, { time, now, isAlone })] : [];
  const others = [...pix, ...slip];
  const offers =
    card === undefined && others.length > 0 ? others : [readCard(card ?? {}, askDocument), ...others];
  return offers.toSorted((one, other) => Number(other.kind === first) - Number(one.kind === first));
}

interface ReadingFacts {
  readonly time: Pick<LocalTime, 'fromIso' | 'day'>;
  readonly now: number;
}

function readSlipSent(
  sent: unknown,
  { time, now, isAlone }: ReadingFacts & { readonly isAlone: boolean },
): SlipOffer {
  try {
    return readSlipTerms(readSlipBody({ payment: { bankSlip: sent } }).payment.bankSlip, time.day(now));
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : fieldRefusal(error as Parameters<typeof fieldRefusal>[0]);
    if (isAlone) throw refusal;
    return slipOffer({});
  }
}

function readCard(card: LinkCard, askDocument: boolean): CardOffer {
  const types = TYPES[(card.type ?? 1) as keyof typeof TYPES];
  return cardOffer({
    types,
    installments: types === 'debit' ? 1 : card.installments || 1,
    fixedInstallments: card.fixedInstallments ?? false,
    askDocument,
    capture: card.capture ?? types === 'debit',
    interestType: card.interestType ?? STORE_INTEREST,
    authenticate: (card.authenticate ?? Authenticate.never) as Authenticate,
    softDescriptor: card.softDescriptor,
    saveCard: card.saveCard ?? false,
    recurrent: card.recurrent ?? false,
    provider: card.provider?.toUpperCase(),
    providerVersion: card.providerVersion,
  });
}

/** Beside a card what cannot be read of a Pix is as good as not sent. */
function readPixOffer(
  sent: unknown,
  {
    time,
    now,
    isAlone,
  }: { readonly time: Pick<LocalTime, 'fromIso'>; readonly now: number; readonly isAlone: boolean },
): PixOffer {
  try {
    const { provider, payment } = readPix(readPixBody({ payment: { pix: sent } }).payment.pix, time);
    // Beside a card the page offers the card alone once it is over.
    if (isAlone) checkPixExpiration(payment.expiresAt, now);
    return pixOffer({ provider, key: payment.key, expiresAt: payment.expiresAt });
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : fieldRefusal(error as Parameters<typeof fieldRefusal>[0]);
    if (isAlone) throw refusal;
    return pixOffer({});
  }
}

/** In hundredths of a percent; undefined where nothing is said. */
function readDiscount(sent: unknown): number | undefined {
  if (!isSent(sent)) return undefined;
  const text = typeof sent === 'number' || typeof sent === 'string' ? String(sent).trim() : '';
  const percent = PERCENT.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (percent >= 0 && percent <= MOST_PERCENT) return Math.round(percent * HUNDREDTHS);
  throw checkoutRefuse('pix_discount_invalid', { field: 'pixDiscount' });
}

function readFirst(sent: string | undefined): string {
  const first = Object.entries(KINDS).find(([name]) => name === (sent ?? 'card').toLowerCase())?.[1];
  if (first === undefined) throw checkoutRefuse('first_method_invalid', { field: 'firstMethod' });
  return first;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
