import { exposesCardNumber } from '../../card-data/index.ts';
import { transactionRefuse } from '../record/index.ts';
import type { Card, NewTransaction, TypedCard } from './new-transaction.ts';

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
      throw transactionRefuse('card_number_exposed', { field });
    }
  }
}

/**
 * A card number typed into another field would be stored and answered in clear, whether that of the sale or
 * another. Throws card_number_exposed with the field.
 */
export function refuseCardNumberInOrder(asked: NewTransaction, card: Card): void {
  const { order } = asked;
  const own = 'number' in card ? card.number.reveal() : undefined;
  const check = (field: string, text: string | undefined): void => {
    if (text !== undefined && exposesCardNumber(text, own)) {
      throw transactionRefuse('card_number_exposed', { field });
    }
  };
  check('referenceId', asked.referenceId);
  check('description', order.description);
  check('userAgent', order.userAgent);
  check('device.deviceType3ds', order.device?.deviceType3ds);
  check('postBackUrl', order.postBackUrl);
  check('returnUrl', order.returnUrl);
  check('customer.name', order.customer?.name);
  check('customer.document', order.customer?.document);
  check('customer.email', order.customer?.email);
  check('payment.card.interestType', String(order.payment.interestType));
  check('payment.card.softDescriptor', order.payment.softDescriptor);
  check('payment.card.provider', asked.provider);
  check('payment.card.providerVersion', asked.providerVersion);
  check('payment.card.cardInfo.brand', card.brandAnswered);
  check('payment.card.cardInfo.holderName', card.holderName);
}
