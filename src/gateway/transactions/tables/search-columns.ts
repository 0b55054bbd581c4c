import { documentKey, searchKey } from '../../../platform/text/search-key.ts';
import type { PaymentKinds, SearchColumns } from '../rules/kind.ts';
import type { Order } from '../rules/order.ts';

export function searchColumnsOf(kinds: PaymentKinds, { provider, payment, customer }: Order): SearchColumns {
  return {
    provider,
    ...kinds.of(payment).searched(payment),
    customerKey: textOrNothing(searchKey(customer?.name ?? '')),
    customerDocument: textOrNothing(documentKey(customer?.document ?? '')),
  };
}

function textOrNothing(text: string): string | undefined {
  return text === '' ? undefined : text;
}
