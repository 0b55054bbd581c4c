import type { PaymentMethod } from '../payment-methods/index.ts';

/** What a sale waits for. `recorded`: nothing; `terminal`: the payment client of its terminal; `page`: the hosted page. */
export type SaleFlow = 'recorded' | 'terminal' | 'page';

/** Methods of the TEF flow that our payment clients do not offer yet. */
const TERMINAL_PIX = 25;
const GATEWAY_CREDIT = 31;
const GATEWAY_DEBIT = 32;

/** Undefined for a method that sales cannot use yet; they are refused. */
export function flowOf({ id, flow }: Pick<PaymentMethod, 'id' | 'flow'>): SaleFlow | undefined {
  if (flow.id === 11) return 'recorded';
  if (flow.id === GATEWAY_CREDIT || flow.id === GATEWAY_DEBIT) return 'page';
  return flow.id === 21 && id !== TERMINAL_PIX ? 'terminal' : undefined;
}

/** The card kind of a method whose flow is `page`. */
export function cardKindOf({ flow }: Pick<PaymentMethod, 'flow'>): 'credit' | 'debit' {
  return flow.id === GATEWAY_DEBIT ? 'debit' : 'credit';
}
