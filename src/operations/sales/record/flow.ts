import type { PageKind } from '../../charges/index.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../payment-methods/index.ts';
import type { Sale } from './sale.ts';

/**
 * What a sale waits for. `recorded`: nothing; `terminal`: the payment client of its terminal; `page`: the hosted page;
 * `card`: the gateway, which charges a card that it keeps; `form`: the form on which a client types a card to be kept;
 * `pix`: a Pix of the gateway. `slip`: a slip of the gateway, or the hosted page that asks who pays it.
 */
export type SaleFlow = 'recorded' | 'terminal' | 'page' | 'card' | 'form' | 'pix' | 'slip';

const KEEP_CARD = 1;
const CHARGE_KEPT_CARD = 2;
const GATEWAY_CREDIT = 31;
const GATEWAY_DEBIT = 32;
const GATEWAY_SLIP = 33;

/**
 * Undefined for a method that sales cannot use yet; they are refused. A Pix is taken by a payment client, unless the sale
 * says otherwise.
 */
export function flowOf({ flow }: Pick<PaymentMethod, 'flow'>): SaleFlow | undefined {
  if (flow.id === GATEWAY_SLIP) return 'slip';
  if (flow.id === 11) return 'recorded';
  if (flow.id === KEEP_CARD) return 'form';
  if (flow.id === CHARGE_KEPT_CARD) return 'card';
  if (flow.id === GATEWAY_CREDIT || flow.id === GATEWAY_DEBIT) return 'page';
  return flow.id === 21 ? 'terminal' : undefined;
}

/** What the hosted page of a method takes. */
export function pageKindOf({ flow }: Pick<PaymentMethod, 'flow'>): PageKind {
  if (flow.id === GATEWAY_SLIP) return 'slip';
  return flow.id === GATEWAY_DEBIT ? 'debit' : 'credit';
}

export function flowOfSale({
  methodId,
  pixByService,
}: Pick<Sale, 'methodId' | 'pixByService'>): SaleFlow | undefined {
  if (pixByService === 1) return 'pix';
  const method = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return method && flowOf(method);
}

/** Whether the gateway takes the money of a sale. */
export function isCharged(sale: Pick<Sale, 'methodId' | 'pixByService'>): boolean {
  const flow = flowOfSale(sale);
  return flow === 'page' || flow === 'card' || flow === 'pix' || flow === 'slip';
}
