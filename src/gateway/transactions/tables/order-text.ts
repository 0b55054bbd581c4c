import type { Members, PaymentKinds, SearchColumns } from '../rules/kind.ts';
import type { Customer, Order } from '../rules/order.ts';
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
  const asked = { ...writeMembers(ORDER, order, columns), ...kinds.of(payment).write(payment, columns) };
  return { ...columns, asked: JSON.stringify(asked) };
}

/** Of whichever version. */
export function readOrder(kinds: PaymentKinds, { asked, ...columns }: StoredOrder): Order {
  const stored = JSON.parse(asked) as Members;
  const order = readMembers(ORDER, stored, columns) as unknown as Omit<Order, 'payment'>;
  return { ...order, payment: kinds.stored(columns).read(stored, columns) };
}
