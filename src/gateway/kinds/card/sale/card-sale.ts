import type { Refusal } from '../../../../platform/refusal.ts';
import { Secret } from '../../../../platform/secret.ts';
import type { CardHashContents } from '../../../card-data/index.ts';
import { brandNamed, detectBrand } from '../../../card-data/numbers/brand.ts';
import { isCardNumber, maskCardNumber, normalizeCardNumber } from '../../../card-data/numbers/card-number.ts';
import type { AuthenticationProof, BuyerDevice, MinorUnits, SchemeIds } from '../../../providers/index.ts';
import type { Order } from '../../../transactions/rules/order.ts';
import type { CardPayment } from '../payment.ts';
import { refuseCard } from '../refusals.ts';

/** A validated card, ready to be sent: typed for this sale, or kept by the acquirer. */
export type Card = (TypedCard & Pick<CardFacts, 'fingerprint'>) | KeptByAcquirer;

/** A card with its number. */
export interface TypedCard extends Omit<CardFacts, 'fingerprint'> {
  readonly number: Secret;
}

/** A card that the merchant stored before. */
export interface KeptByAcquirer extends CardFacts {
  /** The merchant's token. */
  readonly token: string;
  readonly acquirerToken: Secret;
  /** Of its first sale. */
  readonly schemeIds: SchemeIds | undefined;
}

interface CardFacts {
  /** HMAC of person and number. */
  readonly fingerprint: string;
  readonly cvv: Secret | undefined;
  readonly mask: string;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** As sent, unless the number shows another brand; in capitals when detected; undefined when neither. */
  readonly brandAnswered: string | undefined;
  /** In capitals: as the number shows, otherwise as the merchant sent. */
  readonly brand: string | undefined;
}

/** Card fields as received, in clear or from a cardHash. */
export interface CardFields {
  readonly number: Secret | undefined;
  readonly cvv: Secret | undefined;
  readonly expirationMonth: string | undefined;
  readonly expirationYear: string | undefined;
  readonly holderName: string | undefined;
  readonly brand: string | undefined;
}

/** The buyer's browser data, as sent. */
export type SentBuyer =
  | { readonly kind: 'none' }
  | { readonly kind: 'complete'; readonly device: BuyerDevice }
  /** Some of it was sent, but not all that 3-D Secure needs. */
  | { readonly kind: 'incomplete'; readonly refusal: Refusal };

/** What a merchant asks for, after the checks that need no look-up. */
export interface CardSale {
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  /** In capitals; undefined for the merchant's default. */
  readonly provider: string | undefined;
  readonly providerVersion: string | undefined;
  /** The provider that its intention was made with. */
  readonly offeredWith?: string | undefined;
  readonly order: Omit<Order, 'provider' | 'providerVersion' | 'payment'> & {
    readonly payment: Omit<CardPayment, 'card'>;
  };
  readonly buyer: SentBuyer;
  /** Of an authentication that the merchant had made elsewhere. */
  readonly proof?: AuthenticationProof | undefined;
  /** Nobody asks for it now: a recurrence is due. */
  readonly isAutomatic?: boolean;
  readonly cardHash: Secret | undefined;
  /** Of a stored card, instead of the card's fields: only the cvv counts beside it. */
  readonly cardToken: string | undefined;
  readonly cardFields: CardFields;
}

const CARD_INFO = 'payment.card.cardInfo';
const MAX_HOLDER_NAME = 100;
const MAX_BRAND = 20;

/**
 * Clear fields beside a cardHash: name and brand count, expiry is ignored; number and cvv were refused
 * before.
 */
export function withCardHash(clear: CardFields, contents: CardHashContents): CardFields {
  return {
    number: contents.number,
    cvv: contents.cvv,
    expirationMonth: contents.expirationMonth,
    expirationYear: contents.expirationYear,
    holderName: clear.holderName ?? contents.holderName,
    brand: clear.brand ?? contents.brand,
  };
}

/**
 * Checks the card by the rules of docs/contract/decided.md 3. With a cardHash every error names that field.
 */
export function checkCard(fields: CardFields, fromCardHash: boolean): TypedCard {
  const fieldOf = (name: string) => ({ field: `${CARD_INFO}.${fromCardHash ? 'cardHash' : name}` });
  const { number, cvv } = fields;
  if (!number || !fields.expirationMonth || !fields.expirationYear) {
    throw refuseCard(
      'card_data_required',
      fromCardHash ? fieldOf('cardHash') : { field: missingField(fields) },
    );
  }
  const digits = normalizeCardNumber(number.reveal());
  if (!isCardNumber(digits)) throw refuseCard('card_number_invalid', fieldOf('number'));
  const month = Number(fields.expirationMonth);
  if (!/^\d{1,2}$/.test(fields.expirationMonth) || month < 1 || month > 12) {
    throw refuseCard('expiration_month_invalid', fieldOf('expirationMonth'));
  }
  if (!/^(\d{2}|\d{4})$/.test(fields.expirationYear)) {
    throw refuseCard('expiration_year_invalid', fieldOf('expirationYear'));
  }
  checkCvv(cvv, fieldOf('cvv').field);
  if (!isText(fields.holderName, MAX_HOLDER_NAME))
    throw refuseCard('holder_name_invalid', fieldOf('holderName'));
  if (!isText(fields.brand, MAX_BRAND)) throw refuseCard('brand_invalid', fieldOf('brand'));
  const { brand, brandAnswered } = brandsOf(digits, fields.brand);
  return {
    number: new Secret(digits),
    cvv,
    mask: maskCardNumber(digits),
    expirationMonth: String(month).padStart(2, '0'),
    expirationYear: fields.expirationYear.length === 2 ? `20${fields.expirationYear}` : fields.expirationYear,
    holderName: fields.holderName,
    brandAnswered,
    brand,
  };
}

/** Throws cvv_invalid. */
export function checkCvv(cvv: Secret | undefined, field = `${CARD_INFO}.cvv`): void {
  if (cvv && !/^\d{3,4}$/.test(cvv.reveal())) throw refuseCard('cvv_invalid', { field });
}

/** The number wins over the merchant's brand. An unknown brand name contradicts nothing. */
function brandsOf(digits: string, sent: string | undefined): Pick<TypedCard, 'brand' | 'brandAnswered'> {
  const detected = detectBrand(digits);
  const named = sent === undefined ? undefined : brandNamed(sent);
  const contradicts = detected !== undefined && named !== undefined && named !== detected;
  return { brand: detected ?? named, brandAnswered: contradicts ? detected : (sent ?? detected) };
}

/** Clear fields were checked by the schema; the contents of a cardHash were not. */
function isText(text: string | undefined, maxCharacters: number): boolean {
  if (text === undefined) return true;
  return [...text].length <= maxCharacters && !text.includes('\0') && text.isWellFormed();
}

function missingField(fields: CardFields): string {
  if (!fields.number) return `${CARD_INFO}.number`;
  return `${CARD_INFO}.${fields.expirationMonth ? 'expirationYear' : 'expirationMonth'}`;
}
