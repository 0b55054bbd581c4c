import { PAYMENT_METHODS, type PaymentMethod } from '../../payment-methods/index.ts';
import type { Sale } from './sale.ts';

/**
 * What a sale waits for. `recorded`: nothing; `terminal`: the payment client of its terminal; `page`: the hosted page;
 * `card`: the gateway, which charges a card that it keeps; `form`: the form on which a client types a card to be kept;
 * `pix`: a Pix of the gateway.
 */
export type SaleFlow = 'recorded' | 'terminal' | 'page' | 'card' | 'form' | 'pix';

const KEEP_CARD = 1;
const CHARGE_KEPT_CARD = 2;
const GATEWAY_CREDIT = 31;
const GATEWAY_DEBIT = 32;

/**
 * Undefined for a method that sales cannot use yet; they are refused. A Pix is taken by a payment client, unless the sale
 * says otherwise.
 */
export function flowOf({ flow, needs }: Pick<PaymentMethod, 'flow' | 'needs'>): SaleFlow | undefined {
  if (needs === 'bankSlip') return undefined;
  if (flow.id === 11) return 'recorded';
  if (flow.id === KEEP_CARD) return 'form';
  if (flow.id === CHARGE_KEPT_CARD) return 'card';
  if (flow.id === GATEWAY_CREDIT || flow.id === GATEWAY_DEBIT) return 'page';
  return flow.id === 21 ? 'terminal' : undefined;
}

/** The card kind of a method whose flow is `page`. */
export function cardKindOf({ flow }: Pick<PaymentMethod, 'flow'>): 'credit' | 'debit' {
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
  return flow === 'page' || flow === 'card' || flow === 'pix';
}
