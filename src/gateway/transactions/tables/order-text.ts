import type { CardPayment, Customer, KeptCard, Order } from '../rules/order.ts';
import { type SearchColumns, searchColumnsOf } from './search-columns.ts';

/** How a member is stored. */
interface Field {
  /** Its name in the JSON. Rows have these: they never change. */
  readonly short: string;
  /** Not stored when it has this value. */
  readonly usual?: unknown;
  /** Not stored when this column says the same. */
  readonly column?: keyof SearchColumns;
  readonly parts?: Fields;
  /** Its member is absent, not undefined, when it is not known. */
  readonly optional?: true;
  /** For values that version 0.2 stored in another form. */
  readonly read?: (stored: unknown, columns: SearchColumns) => unknown;
}
type Fields = Readonly<Record<string, Field>>;

// Version 0.2 stored the parts of these two as lists: their order here is that of the lists.
const CUSTOMER = {
  name: { short: 'n', optional: true },
  document: { short: 'd', column: 'customerDocument', optional: true },
  email: { short: 'e', optional: true },
} as const satisfies Record<keyof Customer, Field>;

const CARD = {
  mask: { short: 'm', read: wholeMask },
  expirationMonth: { short: 'mm' },
  expirationYear: { short: 'yy' },
  cvvSent: { short: 'cvv', usual: true, read: Boolean },
  brand: { short: 'b', column: 'brand' },
  holderName: { short: 'h' },
  token: { short: 't' },
} as const satisfies Record<keyof KeptCard, Field>;

const PAYMENT = {
  card: { short: 'card', parts: CARD },
  softDescriptor: { short: 'sd' },
  type: { short: 't', column: 'kind', usual: 'credit' },
  capture: { short: 'cap', usual: true },
  installments: { short: 'n', column: 'installments', usual: 1 },
  interestType: { short: 'it', usual: 3 },
  authenticate: { short: 'au', usual: 3 },
  saveCard: { short: 'save', usual: false },
  recurrent: { short: 'rec', usual: false },
} as const satisfies Record<Exclude<keyof CardPayment, 'kind'>, Field>;

const ORDER = {
  provider: { short: 'p', column: 'provider' },
  providerVersion: { short: 'v' },
  description: { short: 'd' },
  userAgent: { short: 'ua' },
  device: { short: 'dev' },
  postBackUrl: { short: 'pb' },
  returnUrl: { short: 'ret' },
  customer: { short: 'c', parts: CUSTOMER },
  intention: { short: 'intention' },
  chargeId: { short: 'chargeId' },
} as const satisfies Record<Exclude<keyof Order, 'payment'>, Field>;

/** An order in the columns of its sale. */
export interface StoredOrder extends SearchColumns {
  /** JSON with short names, without what is as usual and what the columns of the search say: every sale has one. */
  readonly asked: string;
}

type Members = Readonly<Record<string, unknown>>;

export function writeOrder({ payment, ...order }: Order): StoredOrder {
  const columns = searchColumnsOf({ payment, ...order });
  return {
    ...columns,
    asked: JSON.stringify({ ...written(ORDER, order, columns), ...written(PAYMENT, payment, columns) }),
  };
}

function written(fields: Fields, members: object, columns: SearchColumns): Members {
  const stored: Record<string, unknown> = {};
  for (const [name, { short, usual, column, parts }] of Object.entries(fields)) {
    const value = (members as Members)[name];
    if (value === undefined || value === (column ? columns[column] : usual)) continue;
    stored[short] = parts ? written(parts, value as object, columns) : value;
  }
  return stored;
}

/** Of whichever version. */
export function readOrder({ asked, ...columns }: StoredOrder): Order {
  const stored = JSON.parse(asked) as Members;
  const order = read(ORDER, stored, columns) as unknown as Omit<Order, 'payment'>;
  const payment = read(PAYMENT, stored, columns) as unknown as CardPayment;
  // Version 0.1 called it `kind`.
  const { kind } = stored;
  return {
    ...order,
    payment: { ...payment, kind: 'card', ...(kind !== undefined && { type: kind as CardPayment['type'] }) },
  };
}

function read(fields: Fields, stored: Members, columns: SearchColumns): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  Object.entries(fields).forEach(([name, field], position) => {
    // Version 0.1 stored whole names, version 0.2 some lists, with null for what is absent.
    const value = Array.isArray(stored) ? stored[position] : (stored[field.short] ?? stored[name]);
    const known = readValue(field, value ?? undefined, columns);
    if (known !== undefined || !field.optional) members[name] = known;
  });
  return members;
}

function readValue(
  { column, usual, parts, read: readOld }: Field,
  value: unknown,
  columns: SearchColumns,
): unknown {
  if (value === undefined) return (column && columns[column]) ?? usual;
  if (parts) return read(parts, value as Members, columns);
  return readOld ? readOld(value, columns) : value;
}

/** Version 0.2 stored the first six digits of a usual mask: its end stands in a column. */
function wholeMask(stored: unknown, { last4 = '' }: SearchColumns): unknown {
  return String(stored).length === 6 ? `${stored}******${last4}` : stored;
}
