import type { AttemptCard, AuthorizeRequest, CardOnFile, TokenCard } from '../../card-acquirer.ts';
import type { Fields } from '../../http/index.ts';
import { plainName, statementWord } from '../../texts.ts';
import { cieloBrand, INITIATOR_BRANDS, ON_FILE_BRANDS } from '../brands.ts';
import type { CieloAccount } from '../call/settings.ts';
import { CIELO_MAX_SOFT_DESCRIPTOR } from '../capabilities.ts';

const MAX_HOLDER_NAME = 25;

/** The body of `POST /1/sales/`. It contains the card: never stored, never logged. */
export function cieloSaleBody(attempt: AuthorizeRequest, account: CieloAccount): Fields {
  const { amount, installments, capture, card, cardOnFile, recurrent } = attempt;
  return {
    MerchantOrderId: attempt.acquirerReference,
    Payment: {
      Type: 'CreditCard',
      Amount: amount,
      Installments: installments.count,
      ...(installments.count > 1 ? { Interest: interestOf(attempt, account) } : {}),
      Capture: capture,
      Authenticate: false,
      ...softDescriptorOf(attempt, account),
      ...(recurrent ? { Recurrent: true } : {}),
      ...(cardOnFile ? initiatorOf(cardOnFile, card.brand) : {}),
      CreditCard: { ...cieloCardFields(card), ...(cardOnFile ? onFileOf(cardOnFile, card.brand) : {}) },
    },
  };
}

function interestOf({ installments }: AuthorizeRequest, { issuerInstallments }: CieloAccount): string {
  return installments.plan === 'issuer' && issuerInstallments === 'issuer' ? 'ByIssuer' : 'ByMerchant';
}

/** Cut to what Cielo takes; a sale is never refused for its text on the statement. */
function softDescriptorOf({ softDescriptor: text }: AuthorizeRequest, account: CieloAccount): Fields {
  const word = account.softDescriptor && text ? statementWord(text, CIELO_MAX_SOFT_DESCRIPTOR) : undefined;
  return word ? { SoftDescriptor: word } : {};
}

/** The card in the form of sales and checks. */
export function cieloCardFields(card: AttemptCard | TokenCard): Fields {
  const brand = cieloBrand(card.brand);
  const holder = card.holderName === undefined ? undefined : plainName(card.holderName, MAX_HOLDER_NAME);
  return {
    ...('number' in card
      ? {
          CardNumber: card.number.reveal(),
          ...(holder === undefined ? {} : { Holder: holder }),
          ExpirationDate: `${card.expirationMonth}/${card.expirationYear}`,
        }
      : { CardToken: card.acquirerToken.reveal() }),
    ...(card.cvv === undefined ? {} : { SecurityCode: card.cvv.reveal() }),
    ...(brand === undefined ? {} : { Brand: brand }),
  };
}

function onFileOf({ use, reason }: CardOnFile, brand = ''): Fields {
  if (!ON_FILE_BRANDS.has(brand)) return {};
  const Reason = reason === 'recurring' ? 'Recurring' : 'Unscheduled';
  return { CardOnFile: use === 'first' ? { Usage: 'First' } : { Usage: 'Used', Reason } };
}

/** The buyer begins the first sale, and each that is not by schedule; the shop the others. */
function initiatorOf({ use, reason }: CardOnFile, brand = ''): Fields {
  if (!INITIATOR_BRANDS.has(brand)) return {};
  const byShop = use === 'used' && reason === 'recurring';
  const Subcategory = reason === 'recurring' ? 'Subscription' : 'CredentialsOnFile';
  return { InitiatedTransactionIndicator: { Category: byShop ? 'M1' : 'C1', Subcategory } };
}
