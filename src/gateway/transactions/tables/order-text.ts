import {
  type Members,
  type PaymentKinds,
  readFormerOffers,
  readOffers,
  type SearchColumns,
  writeOffers,
} from '../rules/kind.ts';
import type { Customer, Intention, Order } from '../rules/order.ts';
import { searchColumnsOf } from './search-columns.ts';
import { readMembers, type StoredMember, writeMembers } from './stored-members.ts';

// Version 0.2 stored its parts as a list: their order here is that of the list.
const CUSTOMER = {
  name: { short: 'n', optional: true },
  document: { short: 'd', column: 'customerDocument', optional: true },
  email: { short: 'e', optional: true },
} as const satisfies Record<keyof Customer, StoredMember>;

const ORDER = {
  provider: { short: 'p', column: 'provider' },
  providerVersion: { short: 'v' },
  description: { short: 'd' },
  postBackUrl: { short: 'pb' },
  returnUrl: { short: 'ret' },
  customer: { short: 'c', parts: CUSTOMER },
  intention: { short: 'intention' },
  chargeId: { short: 'chargeId' },
} as const satisfies Record<Exclude<keyof Order, 'payment'>, StoredMember>;

/** An order in the columns of its sale. */
export interface StoredOrder extends SearchColumns {
  /**
   * JSON with short names, those of the order and of its payment, without what is as usual and what the columns of the
   * search say: every sale has one.
   */
  readonly asked: string;
}

export function writeOrder(kinds: PaymentKinds, { payment, ...order }: Order): StoredOrder {
  const columns = searchColumnsOf(kinds, { payment, ...order });
  const { intention } = order;
  const stored = intention ? { ...order, intention: writeIntention(kinds, intention) } : order;
  const asked = { ...writeMembers(ORDER, stored, columns), ...kinds.of(payment).write(payment, columns) };
  return { ...columns, asked: JSON.stringify(asked) };
}

/** Of whichever version. */
export function readOrder(kinds: PaymentKinds, { asked, ...columns }: StoredOrder): Order {
  const stored = JSON.parse(asked) as Members;
  const members = readMembers(ORDER, stored, columns) as unknown as StoredParts;
  const order = { ...members, payment: kinds.stored(columns).read(stored, columns) };
  return {
    ...order,
    intention: order.intention && readIntention(kinds, { ...order, intention: order.intention }),
  };
}

interface StoredIntention extends Omit<Intention, 'offers'> {
  /** Undefined in those made when cards were all that could be offered. */
  readonly offers?: readonly Members[];
}

interface StoredParts extends Omit<Order, 'payment' | 'intention'> {
  readonly intention: StoredIntention | undefined;
}

function writeIntention(kinds: PaymentKinds, intention: Intention): StoredIntention {
  return { ...intention, offers: writeOffers(kinds, intention.offers) };
}

function readIntention(
  kinds: PaymentKinds,
  { intention, ...order }: Omit<Order, 'intention'> & { readonly intention: StoredIntention },
): Intention {
  const { offers, expiresAt, linkId, customer, amount, ...choice } = intention;
  return {
    expiresAt,
    linkId,
    ...(customer && { customer }),
    ...(amount !== undefined && { amount }),
    offers: offers ? readOffers(kinds, offers) : readFormerOffers(kinds, { ...order, choice }),
  };
}
