import type { MinorUnits, PixKeyKind } from '../../../providers/index.ts';
import type { Members } from '../../../transactions/rules/kind.ts';
import type { Intention, Offer, Order } from '../../../transactions/rules/order.ts';
import {
  NOTHING_SEARCHED,
  readMembers,
  type StoredMember,
  writeMembers,
} from '../../../transactions/tables/stored-members.ts';
import type { PixPayment } from '../payment.ts';

/** What a merchant agreed to be paid by Pix. */
export interface PixOffer extends Offer {
  readonly kind: 'pix';
  readonly key: PixKeyKind;
  /** Until when codes can be paid at most, milliseconds since 1970; undefined: as long as the intention. */
  readonly expiresAt: number | undefined;
  /** Hundredths of a percent that are taken off the amount; undefined for the merchant's own, before the intention is made. */
  readonly discount: number | undefined;
  /** In capitals; undefined for the merchant's bank, before the intention is made. */
  readonly provider: string | undefined;
  readonly providerVersion: string | undefined;
}

const WHOLE = 10_000;
/** Less is no time to pay in. */
export const SHORTEST_CODE_MS = 60_000;

/** An offer of which only this is out of the usual. */
export function pixOffer(known: Partial<Omit<PixOffer, 'kind'>>): PixOffer {
  return {
    key: 'RANDOM_KEY',
    expiresAt: undefined,
    discount: undefined,
    provider: undefined,
    providerVersion: undefined,
    ...known,
    kind: 'pix',
  };
}

export function isPixOffer(offer: Offer): offer is PixOffer {
  return offer.kind === 'pix';
}

/** Without a Pix for which no time is left. */
export function payableOffers(offers: readonly Offer[], now: number): readonly Offer[] {
  return offers.filter((offer) => !isPixOffer(offer) || hasTime(offer, now));
}

function hasTime({ expiresAt }: PixOffer, now: number): boolean {
  return expiresAt === undefined || expiresAt >= now + SHORTEST_CODE_MS;
}

/** Undefined where no Pix is taken. */
export function pixOfferOf({ offers }: Pick<Intention, 'offers'>): PixOffer | undefined {
  return offers.find(isPixOffer);
}

/** What is paid by Pix. The discount is rounded, half up; a centavo is left at least. */
export function amountByPix(amount: MinorUnits, { discount = 0 }: Pick<PixOffer, 'discount'>): MinorUnits {
  return Math.max(1, amount - Math.floor((amount * discount + WHOLE / 2) / WHOLE));
}

/** As it is stored before there was a code. */
export function orderOfPixOffer(
  offer: PixOffer,
): Pick<Order<PixPayment>, 'provider' | 'providerVersion' | 'payment'> {
  const { provider = '', providerVersion = '', key, expiresAt = 0 } = offer;
  return { provider, providerVersion, payment: { kind: 'pix', key, expiresAt } };
}

const OFFER = {
  key: { short: 'k', usual: 'RANDOM_KEY' },
  expiresAt: { short: 'until' },
  discount: { short: 'off' },
  provider: { short: 'p' },
  providerVersion: { short: 'v' },
} as const satisfies Record<Exclude<keyof PixOffer, 'kind'>, StoredMember>;

export function writePixOffer(offer: PixOffer): Members {
  return writeMembers(OFFER, offer, NOTHING_SEARCHED);
}

export function readPixOffer(stored: Members): PixOffer {
  const offer = readMembers(OFFER, stored, NOTHING_SEARCHED) as unknown as Omit<PixOffer, 'kind'>;
  return { ...offer, kind: 'pix' };
}
