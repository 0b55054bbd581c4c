import { documentKey, searchKey } from '../../../platform/search-key.ts';
import type { Order } from '../rules/order.ts';

const LAST_DIGITS = 4;

/** What is searched and filtered of what was asked for: it stands inside the order's JSON too. */
export interface SearchColumns {
  readonly provider: string | undefined;
  readonly kind: string | undefined;
  readonly installments: number | undefined;
  /** In capitals. */
  readonly brand: string | undefined;
  readonly last4: string | undefined;
  /** The customer's name as `searchKey` writes it. */
  readonly customerKey: string | undefined;
  /** Letters and digits only. */
  readonly customerDocument: string | undefined;
}

export function searchColumnsOf({ provider, payment, customer }: Order): SearchColumns {
  return {
    provider,
    kind: payment.type,
    installments: payment.installments,
    brand: payment.card?.brand?.toUpperCase(),
    last4: payment.card?.mask.slice(-LAST_DIGITS),
    customerKey: textOrNothing(searchKey(customer?.name ?? '')),
    customerDocument: textOrNothing(documentKey(customer?.document ?? '')),
  };
}

function textOrNothing(text: string): string | undefined {
  return text === '' ? undefined : text;
}
