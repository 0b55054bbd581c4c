import type {
  AuthenticationProof,
  AuthenticationRequest,
  AuthorizeRequest,
  CardOnFile,
  InterestPlan,
  MinorUnits,
  Route,
} from '../../../providers/index.ts';
import { canKeepCards } from '../../../stored-cards/index.ts';
import { type CardPayment, isCapturedAtOnce } from '../payment.ts';
import type { Card } from './card-sale.ts';

interface SaleToSend {
  readonly amount: MinorUnits;
  readonly payment: CardPayment;
  readonly card: Card;
  readonly plan: InterestPlan;
  readonly route: Route;
  readonly authentication: AuthenticationRequest | undefined;
  readonly proof: AuthenticationProof | undefined;
}

/** What a sale asks of its acquirer, without the names that the attempt gives it. */
export function authorizeRequest({
  amount,
  payment,
  card,
  plan,
  route,
  authentication,
  proof,
}: SaleToSend): Omit<AuthorizeRequest, 'acquirerReference' | 'account'> {
  return {
    amount,
    kind: payment.type,
    capture: isCapturedAtOnce(payment),
    installments: { count: payment.installments, plan },
    card: cardAsSent(card),
    softDescriptor: payment.softDescriptor,
    recurrent: payment.recurrent,
    cardOnFile: cardOnFileOf(payment, card, route),
    ...('schemeIds' in card && { schemeIds: card.schemeIds }),
    authentication,
    ...(proof && { proof }),
  };
}

function cardAsSent(card: Card): AuthorizeRequest['card'] {
  const { cvv, expirationMonth, expirationYear, holderName, brand } = card;
  const common = { cvv, expirationMonth, expirationYear, holderName, brand };
  return 'number' in card
    ? { ...common, number: card.number }
    : { ...common, acquirerToken: card.acquirerToken, mask: card.mask };
}

/** The card-on-file indicators, where the acquirer stores the card. */
function cardOnFileOf(
  { type, saveCard, recurrent }: CardPayment,
  card: Card,
  route: Route,
): CardOnFile | undefined {
  const reason = recurrent ? 'recurring' : 'unscheduled';
  if (!('number' in card)) return { use: 'used', reason };
  const keeps = saveCard && type === 'credit' && canKeepCards(route, card.brand);
  return keeps ? { use: 'first', reason } : undefined;
}
