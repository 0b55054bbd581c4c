import type { CardType } from '../../../providers/index.ts';
import type { Intention, Offer, Order } from '../../../transactions/rules/order.ts';
import { Authenticate, type CardPayment, cardPayment, STORE_INTEREST } from '../payment.ts';

/** What a merchant agreed to be paid by card, and what of it its buyer may choose. */
export interface CardOffer
  extends Offer,
    Pick<
      CardPayment,
      'capture' | 'interestType' | 'authenticate' | 'softDescriptor' | 'saveCard' | 'recurrent'
    > {
  readonly kind: 'card';
  readonly types: CardType | 'any';
  /** The most that the buyer may choose, or exactly that many. */
  readonly installments: number;
  readonly fixedInstallments: boolean;
  /** Whether the buyer is asked for a CPF or CNPJ. */
  readonly askDocument: boolean;
  /** In capitals; undefined for the merchant's default, before the intention is made. */
  readonly provider: string | undefined;
  readonly providerVersion: string | undefined;
  /** Its merchant named no provider: the one of its payment is chosen when its buyer pays. Otherwise, and in older ones, it goes where it says. */
  readonly isRouted: boolean;
}

/** An offer of which only this is out of the usual: credit at sight, in the shop's own installments, captured at once. */
export function cardOffer(known: Partial<Omit<CardOffer, 'kind'>>): CardOffer {
  return {
    types: 'credit',
    installments: 1,
    fixedInstallments: false,
    askDocument: false,
    capture: true,
    interestType: STORE_INTEREST,
    authenticate: Authenticate.never,
    softDescriptor: undefined,
    saveCard: false,
    recurrent: false,
    provider: undefined,
    providerVersion: undefined,
    isRouted: false,
    ...known,
    kind: 'card',
  };
}

export function isCardOffer(offer: Offer): offer is CardOffer {
  return offer.kind === 'card';
}

/** Undefined where no card is taken. */
export function cardOfferOf({ offers }: Pick<Intention, 'offers'>): CardOffer | undefined {
  return offers.find(isCardOffer);
}

/** The payment before anybody tried. */
export function paymentOfOffer(offer: CardOffer): CardPayment {
  const { types, installments, capture, interestType, softDescriptor, saveCard, recurrent } = offer;
  const type = types === 'debit' ? 'debit' : 'credit';
  return cardPayment({
    type,
    capture,
    installments,
    interestType,
    authenticate: agreedAuthenticate(offer, type),
    softDescriptor,
    saveCard,
    recurrent,
  });
}

/** As it is stored before anybody tried. */
export function orderOfOffer(offer: CardOffer): Pick<Order, 'provider' | 'providerVersion' | 'payment'> {
  const { provider = '', providerVersion = '' } = offer;
  return { provider, providerVersion, payment: paymentOfOffer(offer) };
}

/** Debit is always authenticated; of credit what the offer says. */
export function agreedAuthenticate(
  { authenticate }: Pick<CardOffer, 'authenticate'>,
  type: CardType,
): Authenticate {
  return type === 'debit' ? Authenticate.always : authenticate;
}

/** Why a buyer cannot pay in a way. */
export type ChoiceRefusal = 'type_not_offered' | 'installments_not_offered';

/** Undefined: it is offered. */
export function refusalOfChoice(
  offer: Pick<CardOffer, 'types' | 'installments' | 'fixedInstallments'>,
  { type, installments }: { readonly type: CardType; readonly installments: number },
): ChoiceRefusal | undefined {
  if (offer.types !== 'any' && offer.types !== type) return 'type_not_offered';
  if (type === 'debit') return installments === 1 ? undefined : 'installments_not_offered';
  const isOffered = offer.fixedInstallments
    ? installments === offer.installments
    : installments >= 1 && installments <= offer.installments;
  return isOffered ? undefined : 'installments_not_offered';
}
