import type {
  AttemptCard,
  AuthenticationProof,
  AuthorizeRequest,
  CardOnFile,
  TokenCard,
} from '../../card-acquirer.ts';
import type { Fields } from '../../http/index.ts';
import { plainName, statementWord } from '../../texts.ts';
import { cieloBrand, INITIATOR_BRANDS, ON_FILE_BRANDS } from '../brands.ts';
import type { CieloAccount } from '../call/settings.ts';
import { CIELO_MAX_SOFT_DESCRIPTOR } from '../capabilities.ts';

const MAX_HOLDER_NAME = 25;
/** Cielo wants one with every debit; with proof of the authentication nobody is sent there. */
const RETURN_URL = 'https://www.cielo.com.br/';

/** The body of `POST /1/sales/`. It contains the card: never stored, never logged. */
export function cieloSaleBody(attempt: AuthorizeRequest, account: CieloAccount): Fields {
  const { amount, installments, capture, card, cardOnFile, recurrent, proof, kind } = attempt;
  const isDebit = kind === 'debit';
  const authenticates = proof !== undefined && !proof.dataOnly;
  const cardName = isDebit ? 'DebitCard' : 'CreditCard';
  return {
    MerchantOrderId: attempt.acquirerReference,
    Payment: {
      Type: cardName,
      Amount: amount,
      Installments: installments.count,
      ...(installments.count > 1 ? { Interest: interestOf(attempt, account) } : {}),
      ...(isDebit ? { ReturnUrl: RETURN_URL } : { Capture: capture }),
      Authenticate: authenticates,
      ...softDescriptorOf(attempt, account),
      // Cielo takes no authenticated sale as a recurring one: its card tells that it is kept.
      ...(recurrent && !authenticates ? { Recurrent: true } : {}),
      ...(cardOnFile ? initiatorOf(cardOnFile, card.brand) : {}),
      ...firstSaleOf(attempt),
      [cardName]: { ...cieloCardFields(card), ...(cardOnFile ? onFileOf(cardOnFile, card.brand) : {}) },
      ...(proof ? { ExternalAuthentication: externalAuthentication(proof) } : {}),
    },
  };
}

function externalAuthentication({
  cavv,
  xid,
  eci,
  version,
  referenceId,
  dataOnly,
}: AuthenticationProof): Fields {
  return {
    Cavv: cavv.reveal(),
    ...(xid === undefined ? {} : { Xid: xid.reveal() }),
    Eci: eci,
    Version: version.slice(0, 1),
    ReferenceId: referenceId,
    ...(dataOnly ? { DataOnly: true } : {}),
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

/** The first sale of a kept card, by the scheme's names. */
function firstSaleOf({ cardOnFile, schemeIds, card: { brand = '' } }: AuthorizeRequest): Fields {
  if (cardOnFile?.use !== 'used' || !schemeIds || !ON_FILE_BRANDS.has(brand)) return {};
  const { transactionId, linkId } = schemeIds;
  return {
    ...(transactionId !== undefined && { IssuerTransactionId: transactionId }),
    ...(linkId !== undefined && { TransactionLinkId: linkId }),
  };
}

/** The buyer begins the first sale, and each that is not by schedule; the shop the others. */
function initiatorOf({ use, reason }: CardOnFile, brand = ''): Fields {
  if (!INITIATOR_BRANDS.has(brand)) return {};
  const byShop = use === 'used' && reason === 'recurring';
  const Subcategory = reason === 'recurring' ? 'Subscription' : 'CredentialsOnFile';
  return { InitiatedTransactionIndicator: { Category: byShop ? 'M1' : 'C1', Subcategory } };
}
