import { compileReader, FieldFault } from '../../../../platform/http/index.ts';
import { Secret } from '../../../../platform/secret.ts';
import { fieldRefusal } from '../../../transactions/rules/field-refusal.ts';
import { Authenticate, type CardPayment, STORE_INTEREST } from '../payment.ts';
import { refuseCard } from '../refusals.ts';
import type { CardFields, CardSale } from '../sale/card-sale.ts';
import { readableDevice, readBuyer } from './buyer-device.ts';
import { AuthenticateField, AuthenticationField, type CardBody } from './schema.ts';

export const DEBIT = 2;

const readAuthenticate = compileReader(AuthenticateField);
const readAuthentication = compileReader(AuthenticationField);

/** What a payment by card reads of the body of a sale. */
export interface CardSaleBody {
  readonly transactionId?: unknown;
  readonly userAgent?: string | undefined;
  readonly device?: unknown;
  readonly payment: { readonly card: CardBody };
}

/** What the body of a sale says of its card, after its schema was checked. Throws Refusal 400. */
export function readCard(body: CardSaleBody): Omit<CardSale, 'referenceId' | 'amount' | 'order'> & {
  readonly payment: CardSale['order']['payment'];
} {
  const { card } = body.payment;
  const type = card.type === DEBIT ? 'debit' : 'credit';
  const authenticate = type === 'debit' ? Authenticate.always : authenticateOf(card);
  return {
    provider: card.provider?.toUpperCase(),
    providerVersion: card.providerVersion,
    payment: {
      kind: 'card',
      type,
      capture: card.capture ?? type === 'debit',
      installments: card.installments || 1,
      interestType: card.interestType ?? STORE_INTEREST,
      authenticate,
      softDescriptor: card.softDescriptor,
      saveCard: card.saveCard ?? false,
      recurrent: card.recurrent ?? false,
      userAgent: body.userAgent,
      device: readableDevice(body.device),
    },
    // What an intention was made with may ask for authentication although the sale does not.
    buyer:
      authenticate === Authenticate.never && body.transactionId === undefined
        ? { kind: 'none' }
        : readBuyer(body),
    proof:
      authenticate === Authenticate.never && body.transactionId === undefined ? undefined : proofOf(card),
    ...readCardInfo(card.cardInfo),
  };
}

/** Only read for credit: debit is always authenticated. */
function authenticateOf({ authenticate }: CardBody): CardPayment['authenticate'] {
  if (authenticate === undefined) return Authenticate.never;
  return refusing(() => {
    const payment = { card: { authenticate } };
    return (readAuthenticate({ payment }).payment.card.authenticate ?? Authenticate.never) as Authenticate;
  });
}

/** Only read for sales that are to be authenticated. */
function proofOf({ authentication }: CardBody): CardSale['proof'] {
  if (authentication === undefined || authentication === null) return undefined;
  const { card } = refusing(() => readAuthentication({ payment: { card: { authentication } } })).payment;
  const { cavv, eci, version, referenceId, xid, dataOnly = false } = card.authentication;
  return { cavv: new Secret(cavv), xid: secret(xid), eci: eci.slice(-1), version, referenceId, dataOnly };
}

function refusing<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldFault) throw fieldRefusal(error);
    throw error;
  }
}

function readCardInfo(
  cardInfo: CardBody['cardInfo'],
): Pick<CardSale, 'cardHash' | 'cardToken' | 'cardFields'> {
  const { cardHash, number, cvv, token } = cardInfo;
  if (token !== undefined && (cardHash !== undefined || number !== undefined)) {
    throw refuseCard('card_token_conflict', { field: 'payment.card.cardInfo.token' });
  }
  if (cardHash !== undefined && (number !== undefined || cvv !== undefined)) {
    const field = `payment.card.cardInfo.${number === undefined ? 'cvv' : 'number'}`;
    throw refuseCard('card_hash_conflict', { field });
  }
  const cardFields: CardFields = {
    number: secret(number),
    cvv: secret(cvv),
    expirationMonth: cardInfo.expirationMonth,
    expirationYear: cardInfo.expirationYear,
    holderName: cardInfo.holderName,
    brand: cardInfo.brand,
  };
  return { cardHash: secret(cardHash), cardToken: token, cardFields };
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}
