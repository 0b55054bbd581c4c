import { defineTable, documentKey, searchKey } from '../../platform/index.ts';
import { type ExternalPayment, PAYMENT_TYPE, paymentResultOf } from './external-payment.ts';

/** What lists search and filter a sale by, beside what it holds itself. */
export interface SaleMarks {
  /** The client's name as `searchKey` writes it. */
  readonly clientKey: string | undefined;
  /** Letters and digits alone. */
  readonly clientDocument: string | undefined;
  /** Of its payment, as brand and acquirer, which are in capitals. */
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

/** Of a new sale, which no payment has marked yet. */
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

/** The columns that a payment fills; undefined for one that names no acquirer's numbers, and for a cancel. */
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
