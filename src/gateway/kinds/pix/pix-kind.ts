import type { ChargeRoute } from '../../providers/index.ts';
import { bankRoute } from '../../providers/index.ts';
import type { PaymentKind } from '../../transactions/rules/kind.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import { readMembers, type StoredMember, writeMembers } from '../../transactions/tables/stored-members.ts';
import {
  amountByPix,
  orderOfPixOffer,
  type PixOffer,
  readPixOffer,
  writePixOffer,
} from './offer/pix-offer.ts';
import type { PixPayment } from './payment.ts';

const PAYMENT = {
  key: { short: 'k', usual: 'RANDOM_KEY' },
  expiresAt: { short: 'until' },
} as const satisfies Record<Exclude<keyof PixPayment, 'kind'>, StoredMember>;

/** Payments by Pix. */
export const pixKind: PaymentKind<PixPayment> = {
  kind: 'pix',
  types: ['pix'],
  statuses: { unanswered: Status.started, awaited: Status.intention },
  paidBy: 'buyer',
  refunds: 'several',
  write: (payment, columns) => writeMembers(PAYMENT, payment, columns),
  read: (stored, columns) => ({
    ...(readMembers(PAYMENT, stored, columns) as unknown as Omit<PixPayment, 'kind'>),
    kind: 'pix',
  }),
  hasMasks: false,
  asOffered: (offer) => orderOfPixOffer(offer as PixOffer),
  amountOf: (offer, amount) => amountByPix(amount, offer as PixOffer),
  writeOffer: (offer) => writePixOffer(offer as PixOffer),
  readOffer: readPixOffer,
  searched: () => ({ kind: 'pix', installments: undefined, brand: undefined, last4: undefined }),
  terms: (route: ChargeRoute) => bankRoute(route).connector.capabilities(),
  // The txid is derived from our reference: an answer about another charge cannot come.
  matches: () => true,
};
