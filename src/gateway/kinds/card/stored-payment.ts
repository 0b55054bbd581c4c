import { brandOfKept } from '../../card-data/index.ts';
import type { Members, SearchColumns } from '../../transactions/rules/kind.ts';
import { readMembers, type StoredMember, writeMembers } from '../../transactions/tables/stored-members.ts';
import { Authenticate, type CardPayment, type KeptCard, last4Of, STORE_INTEREST } from './payment.ts';

// Version 0.2 stored its parts as a list: their order here is that of the list.
const CARD = {
  mask: { short: 'm', read: wholeMask },
  expirationMonth: { short: 'mm' },
  expirationYear: { short: 'yy' },
  cvvSent: { short: 'cvv', usual: true, read: Boolean },
  brand: { short: 'b', column: 'brand' },
  holderName: { short: 'h' },
  token: { short: 't' },
  fingerprint: { short: 'fp', optional: true },
} as const satisfies Record<keyof KeptCard, StoredMember>;

const PAYMENT = {
  card: { short: 'card', parts: CARD },
  softDescriptor: { short: 'sd' },
  type: { short: 't', column: 'kind', usual: 'credit' },
  capture: { short: 'cap', usual: true },
  installments: { short: 'n', column: 'installments', usual: 1 },
  interestType: { short: 'it', usual: STORE_INTEREST },
  authenticate: { short: 'au', usual: Authenticate.never },
  saveCard: { short: 'save', usual: false },
  recurrent: { short: 'rec', usual: false },
  userAgent: { short: 'ua' },
  device: { short: 'dev' },
  retryLimit: { short: 'rl', optional: true },
  isAboveLimit: { short: 'ra', optional: true },
} as const satisfies Record<Exclude<keyof CardPayment, 'kind'>, StoredMember>;

export function writeCardPayment(payment: CardPayment, columns: SearchColumns): Members {
  return writeMembers(PAYMENT, payment, columns);
}

/** Of whichever version. */
export function readCardPayment(stored: Members, columns: SearchColumns): CardPayment {
  const payment = readMembers(PAYMENT, stored, columns) as unknown as CardPayment;
  // Version 0.1 called it `kind`.
  const { kind } = stored;
  return { ...payment, kind: 'card', ...(kind !== undefined && { type: kind as CardPayment['type'] }) };
}

export function searchedOfCard({ type, installments, card }: CardPayment) {
  return {
    kind: type,
    installments,
    brand: card && searchedBrandOf(card),
    last4: card && last4Of(card),
  };
}

/** Lists find a brand however its merchant wrote it; one that we do not know, as it was written. */
function searchedBrandOf(card: KeptCard): string | undefined {
  if (card.brand === undefined) return undefined;
  return brandOfKept(card) ?? card.brand.toUpperCase();
}

/** Version 0.2 stored the first six digits of a usual mask: its end stands in a column. */
function wholeMask(stored: unknown, { last4 = '' }: SearchColumns): unknown {
  return String(stored).length === 6 ? `${stored}******${last4}` : stored;
}
