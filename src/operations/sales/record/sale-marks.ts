import { defineTable } from '../../../platform/database/index.ts';
import { documentKey, searchKey } from '../../../platform/text/search-key.ts';
import { type ExternalPayment, PAYMENT_TYPE, paymentResultOf } from './external-payment.ts';

/** Columns by which lists search and filter a sale, besides its own fields. */
export interface SaleMarks {
  /** The client's name as `searchKey` writes it. */
  readonly clientKey: string | undefined;
  /** Only letters and digits. */
  readonly clientDocument: string | undefined;
  /** From its payment; brand and acquirer are in capitals. */
  readonly nsu: string | undefined;
  readonly authorizationCode: string | undefined;
  readonly brand: string | undefined;
  readonly acquirer: string | undefined;
}

export const SALE_MARKS = defineTable<SaleMarks>('sales', {
  clientKey: 'text?',
  clientDocument: 'text?',
  nsu: 'text?',
  authorizationCode: 'text?',
  brand: 'text?',
  acquirer: 'text?',
});

/** For a new sale without a payment. */
export function marksOfClient(
  client: { readonly name: string | undefined; readonly document: string } | undefined,
): SaleMarks {
  return {
    clientKey: searchKey(client?.name ?? '') || undefined,
    clientDocument: documentKey(client?.document ?? '') || undefined,
    nsu: undefined,
    authorizationCode: undefined,
    brand: undefined,
    acquirer: undefined,
  };
}

/** The columns set by a payment; undefined for one without the acquirer's numbers, and for a cancel. */
export function marksOfPayment(payment: Pick<ExternalPayment, 'type' | 'result'>) {
  const { nsu, authorization, brand, acquirer } = paymentResultOf(payment);
  const isMarked = [nsu, authorization, brand, acquirer].some(Boolean);
  if (payment.type !== PAYMENT_TYPE.payment || !isMarked) return undefined;
  return {
    nsu: nsu || null,
    authorization_code: authorization || null,
    brand: brand?.toUpperCase() || null,
    acquirer: acquirer?.toUpperCase() || null,
  };
}
