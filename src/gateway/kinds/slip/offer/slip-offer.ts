import { daysAfter } from '../../../../platform/time/local-days.ts';
import type { SlipAddress, SlipCharges } from '../../../providers/index.ts';
import type { Members } from '../../../transactions/rules/kind.ts';
import type { Intention, Offer, Order } from '../../../transactions/rules/order.ts';
import {
  NOTHING_SEARCHED,
  readMembers,
  type StoredMember,
  writeMembers,
} from '../../../transactions/tables/stored-members.ts';
import type { SlipPayment } from '../payment.ts';

/** What a merchant agreed to be paid by slip. */
export interface SlipOffer extends Offer, Pick<SlipCharges, 'interest' | 'fine'> {
  readonly kind: 'bankSlip';
  /** The day it is due, `YYYY-MM-DD`; undefined: so many days after it is made. */
  readonly dueOn: string | undefined;
  readonly dueDays: number;
  readonly payableDaysAfterDue: number;
  readonly instructions: string;
  readonly guarantor: string | undefined;
  /** In capitals; undefined for the merchant's bank, before the intention is made. */
  readonly provider: string | undefined;
  readonly providerVersion: string | undefined;
}

const USUAL_DAYS = 3;
const USUAL_INSTRUCTIONS = 'Pague em qualquer banco, lotérica ou aplicativo.';

/** An offer of which only this is out of the usual. */
export function slipOffer(known: Partial<Omit<SlipOffer, 'kind'>>): SlipOffer {
  return {
    dueOn: undefined,
    dueDays: USUAL_DAYS,
    payableDaysAfterDue: 0,
    instructions: USUAL_INSTRUCTIONS,
    guarantor: undefined,
    interest: undefined,
    fine: undefined,
    provider: undefined,
    providerVersion: undefined,
    ...known,
    kind: 'bankSlip',
  };
}

export function isSlipOffer(offer: Offer): offer is SlipOffer {
  return offer.kind === 'bankSlip';
}

/** Undefined where no slip is taken. */
export function slipOfferOf({ offers }: Pick<Intention, 'offers'>): SlipOffer | undefined {
  return offers.find(isSlipOffer);
}

/** When a slip is due that is made today. */
export function dueDayOf({ dueOn, dueDays }: Pick<SlipOffer, 'dueOn' | 'dueDays'>, today: string): string {
  return dueOn ?? daysAfter(today, dueDays);
}

/** Nobody takes a slip whose day is over. */
export function canBeMade({ dueOn }: Pick<SlipOffer, 'dueOn'>, today: string): boolean {
  return dueOn === undefined || dueOn >= today;
}

const NO_ADDRESS: SlipAddress = {
  street: '',
  number: '',
  complement: undefined,
  district: '',
  zipcode: '',
  city: '',
  state: '',
};

/** As it is stored before there was a slip: without a day and an address. */
export function orderOfSlipOffer(
  offer: SlipOffer,
): Pick<Order<SlipPayment>, 'provider' | 'providerVersion' | 'payment'> {
  const { provider = '', providerVersion = '', instructions, guarantor, interest, fine } = offer;
  const dueOn = offer.dueOn ?? '';
  return {
    provider,
    providerVersion,
    payment: {
      kind: 'bankSlip',
      ...{ dueOn, payableUntil: dueOn, expiresAt: 0, instructions, guarantor, interest, fine },
      ...{ discounts: [], phone: undefined, address: NO_ADDRESS },
    },
  };
}

const OFFER = {
  dueOn: { short: 'due' },
  dueDays: { short: 'in', usual: USUAL_DAYS },
  payableDaysAfterDue: { short: 'late', usual: 0 },
  instructions: { short: 'say', usual: USUAL_INSTRUCTIONS },
  guarantor: { short: 'g' },
  interest: { short: 'int' },
  fine: { short: 'fin' },
  provider: { short: 'p' },
  providerVersion: { short: 'v' },
} as const satisfies Record<Exclude<keyof SlipOffer, 'kind'>, StoredMember>;

export function writeSlipOffer(offer: SlipOffer): Members {
  return writeMembers(OFFER, offer, NOTHING_SEARCHED);
}

export function readSlipOffer(stored: Members): SlipOffer {
  const offer = readMembers(OFFER, stored, NOTHING_SEARCHED) as unknown as Omit<SlipOffer, 'kind'>;
  return { ...offer, kind: 'bankSlip' };
}
