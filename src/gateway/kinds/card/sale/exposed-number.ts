import { exposesCardNumber } from '../../../card-data/index.ts';
import { refuseCard } from '../refusals.ts';
import type { Card, CardSale, TypedCard } from './card-sale.ts';

/** Texts by the names of their fields. */
export type TextFields = Readonly<Record<string, string | undefined>>;

/**
 * As `refuseCardNumberInOrder`, for a card that is kept without a sale: in its own texts and in those stored beside it.
 * Throws card_number_exposed with the field.
 */
export function refuseCardNumberBeside(card: TypedCard, texts: TextFields): void {
  const own = card.number.reveal();
  const all = {
    ...texts,
    'payment.card.cardInfo.brand': card.brandAnswered,
    'payment.card.cardInfo.holderName': card.holderName,
  };
  for (const [field, text] of Object.entries(all)) {
    if (text !== undefined && exposesCardNumber(text, own)) {
      throw refuseCard('card_number_exposed', { field });
    }
  }
}

/** In the texts of any request. `search` names the first field with a text of which its argument is true. */
export function refuseCardNumberIn(
  search: (isExposed: (text: string) => boolean) => string | undefined,
): void {
  const field = search((text) => exposesCardNumber(text));
  if (field !== undefined) throw refuseCard('card_number_exposed', { field });
}

/** The texts of a sale, by the names of their fields in POST /v1/transactions. */
const TEXTS: Readonly<Record<string, (asked: CardSale, card: Card) => string | undefined>> = {
  referenceId: (asked) => asked.referenceId,
  description: ({ order }) => order.description,
  userAgent: ({ order }) => order.payment.userAgent,
  'device.deviceType3ds': ({ order }) => order.payment.device?.deviceType3ds,
  postBackUrl: ({ order }) => order.postBackUrl,
  returnUrl: ({ order }) => order.returnUrl,
  'customer.name': ({ order }) => order.customer?.name,
  'customer.document': ({ order }) => order.customer?.document,
  'customer.email': ({ order }) => order.customer?.email,
  'payment.card.interestType': ({ order }) => String(order.payment.interestType),
  'payment.card.softDescriptor': ({ order }) => order.payment.softDescriptor,
  'payment.card.provider': (asked) => asked.provider,
  'payment.card.providerVersion': (asked) => asked.providerVersion,
  'payment.card.cardInfo.brand': (_, card) => card.brandAnswered,
  'payment.card.cardInfo.holderName': (_, card) => card.holderName,
};

/** Not searched when the body is read, but when the card of the sale is known. */
export const SEARCHED_WITH_CARD: ReadonlySet<string> = new Set(Object.keys(TEXTS));

/**
 * A card number typed into another field would be stored and answered in clear, whether that of the sale or
 * another. Throws card_number_exposed with the field.
 */
export function refuseCardNumberInOrder(asked: CardSale, card: Card): void {
  const own = 'number' in card ? card.number.reveal() : undefined;
  for (const [field, textOf] of Object.entries(TEXTS)) {
    const text = textOf(asked, card);
    if (text !== undefined && exposesCardNumber(text, own)) {
      throw refuseCard('card_number_exposed', { field });
    }
  }
}
