import type { FormerIntention, Members } from '../../../transactions/rules/kind.ts';
import {
  NOTHING_SEARCHED,
  readMembers,
  type StoredMember,
  writeMembers,
} from '../../../transactions/tables/stored-members.ts';
import { Authenticate, type CardPayment, STORE_INTEREST } from '../payment.ts';
import { type CardOffer, cardOffer } from './card-offer.ts';

const OFFER = {
  types: { short: 't', usual: 'credit' },
  installments: { short: 'n', usual: 1 },
  fixedInstallments: { short: 'fix', usual: false },
  askDocument: { short: 'ask', usual: false },
  capture: { short: 'cap', usual: true },
  interestType: { short: 'it', usual: STORE_INTEREST },
  authenticate: { short: 'au', usual: Authenticate.never },
  softDescriptor: { short: 'sd' },
  saveCard: { short: 'save', usual: false },
  recurrent: { short: 'rec', usual: false },
  provider: { short: 'p' },
  providerVersion: { short: 'v' },
  isRouted: { short: 'rt', usual: false },
} as const satisfies Record<Exclude<keyof CardOffer, 'kind'>, StoredMember>;

export function writeCardOffer(offer: CardOffer): Members {
  return writeMembers(OFFER, offer, NOTHING_SEARCHED);
}

export function readCardOffer(stored: Members): CardOffer {
  const offer = readMembers(OFFER, stored, NOTHING_SEARCHED) as unknown as Omit<CardOffer, 'kind'>;
  return { ...offer, kind: 'card' };
}

/** What an intention says that was made when cards were all that could be offered: the rest stood in its payment. */
interface FormerChoice
  extends Pick<CardOffer, 'types' | 'installments' | 'fixedInstallments'>,
    Partial<Pick<CardOffer, 'authenticate' | 'askDocument'>> {
  readonly keepsCard?: boolean;
}

export function formerCardOffer({ choice, payment, provider, providerVersion }: FormerIntention): CardOffer {
  const { capture, interestType, softDescriptor, recurrent, ...agreed } = payment as CardPayment;
  const {
    types,
    installments,
    fixedInstallments,
    askDocument = false,
    authenticate = agreed.authenticate,
    keepsCard: saveCard = agreed.saveCard,
  } = choice as unknown as FormerChoice;
  return cardOffer({
    types,
    installments,
    fixedInstallments,
    askDocument,
    authenticate,
    capture,
    interestType,
    softDescriptor,
    saveCard,
    recurrent,
    provider,
    providerVersion,
  });
}
