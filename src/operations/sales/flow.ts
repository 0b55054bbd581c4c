import type { PaymentMethod } from '../payment-methods/index.ts';

/** What a sale waits for: `recorded`, nothing; `terminal`, the payment client of its terminal. */
export type SaleFlow = 'recorded' | 'terminal';

/** Methods of the TEF flow that no payment client of ours offers yet. */
const TERMINAL_PIX = 25;

/** Undefined for a method that cannot be sold by: it is refused. */
export function flowOf({ id, flow }: Pick<PaymentMethod, 'id' | 'flow'>): SaleFlow | undefined {
  if (flow.id === 11) return 'recorded';
  return flow.id === 21 && id !== TERMINAL_PIX ? 'terminal' : undefined;
}
