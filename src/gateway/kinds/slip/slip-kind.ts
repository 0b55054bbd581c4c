import type { ChargeRoute } from '../../providers/index.ts';
import { slipRoute } from '../../providers/index.ts';
import type { PaymentKind } from '../../transactions/rules/kind.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import { readMembers, type StoredMember, writeMembers } from '../../transactions/tables/stored-members.ts';
import { orderOfSlipOffer, readSlipOffer, type SlipOffer, writeSlipOffer } from './offer/slip-offer.ts';
import type { SlipPayment } from './payment.ts';

const PAYMENT = {
  dueOn: { short: 'due' },
  payableUntil: { short: 'last' },
  expiresAt: { short: 'until' },
  instructions: { short: 'say' },
  guarantor: { short: 'g' },
  phone: { short: 'ph' },
  address: { short: 'at' },
  interest: { short: 'int' },
  fine: { short: 'fin' },
  discounts: { short: 'off' },
} as const satisfies Record<Exclude<keyof SlipPayment, 'kind'>, StoredMember>;

/** Payments by slip. */
export const slipKind: PaymentKind<SlipPayment> = {
  kind: 'bankSlip',
  types: ['bankSlip'],
  statuses: { unanswered: Status.started, awaited: Status.intention },
  paidBy: 'buyer',
  refunds: 'several',
  write: (payment, columns) => writeMembers(PAYMENT, payment, columns),
  read: (stored, columns) => ({
    ...(readMembers(PAYMENT, stored, columns) as unknown as Omit<SlipPayment, 'kind'>),
    kind: 'bankSlip',
  }),
  hasMasks: false,
  asOffered: (offer) => orderOfSlipOffer(offer as SlipOffer),
  writeOffer: (offer) => writeSlipOffer(offer as SlipOffer),
  readOffer: readSlipOffer,
  searched: () => ({ kind: 'bankSlip', installments: undefined, brand: undefined, last4: undefined }),
  terms: (route: ChargeRoute) => slipRoute(route).connector.capabilities(),
  // Its names at the bank follow from our reference and number: an answer about another slip cannot come.
  matches: () => true,
};
