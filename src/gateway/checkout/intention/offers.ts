import Type from 'typebox';
import { compileReader } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { Authenticate, type CardOffer, cardOffer, STORE_INTEREST } from '../../kinds/card/index.ts';
import { checkPixExpiration, PixBody, type PixOffer, pixOffer, readPix } from '../../kinds/pix/index.ts';
import { fieldRefusal, type Offer } from '../../transactions/index.ts';
import { checkoutRefuse } from '../refusals.ts';
import type { LinkCard } from './schema.ts';

const TYPES = { 0: 'any', 1: 'credit', 2: 'debit' } as const;
const FIRST = ['card', 'pix'] as const;
const HUNDREDTHS = 100;
const MOST_PERCENT = 90;
/** Up to two decimals. */
const PERCENT = /^\d{1,2}(?:[.,]\d{1,2})?$/;

const readPixBody = compileReader(Type.Object({ payment: Type.Object({ pix: PixBody }) }));

interface OfferBody {
  readonly askDocument?: boolean;
  readonly pixDiscount?: unknown;
  readonly firstMethod?: string;
  readonly payment?: { readonly card?: LinkCard; readonly pix?: unknown };
}

/** What is left to the buyer, as the page shows it. `usual`: the shop's own discount. Throws Refusal 400. */
export function offersOfBody(
  { payment = {}, askDocument = false, pixDiscount, firstMethod }: OfferBody,
  { time, now }: { readonly time: Pick<LocalTime, 'fromIso'>; readonly now: number },
): readonly Offer[] {
  const discount = readDiscount(pixDiscount);
  const isPixFirst = readFirst(firstMethod) === 'pix';
  const { card } = payment;
  const pix = isSent(payment.pix)
    ? [{ ...readPixOffer(payment.pix, { time, now, isAlone: card === undefined }), discount }]
    : [];
  if (card === undefined && pix.length > 0) return pix;
  const ofCard = readCard(card ?? {}, askDocument);
  return isPixFirst ? [...pix, ofCard] : [ofCard, ...pix];
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

function readFirst(sent: string | undefined): (typeof FIRST)[number] {
  const first = FIRST.find((name) => name === (sent ?? 'card').toLowerCase());
  if (first === undefined) throw checkoutRefuse('first_method_invalid', { field: 'firstMethod' });
  return first;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
