import { type CardSale, type CardSaleDependencies, prepareCard } from '../kinds/card/index.ts';
import type { Pix, PixSale } from '../kinds/pix/index.ts';
import type { SlipSale, Slips } from '../kinds/slip/index.ts';
import {
  type SaleDependencies,
  type SaleRequest,
  type SaleResult,
  startSale,
} from '../transactions/index.ts';

export interface AuthorizeDependencies extends SaleDependencies, CardSaleDependencies {
  newId(): string;
  readonly pix: Pick<Pix, 'prepare'>;
  readonly slips: Pick<Slips, 'prepare'>;
}

/** A sale by any kind of payment. */
export type SaleOfAnyKind = CardSale | PixSale | SlipSale;

/** Whether a sale is paid by Pix. */
export function isPixSale(sale: SaleOfAnyKind): sale is PixSale {
  return sale.order.payment.kind === 'pix';
}

/** Whether a sale is paid by a slip. */
export function isSlipSale(sale: SaleOfAnyKind): sale is SlipSale {
  return sale.order.payment.kind === 'bankSlip';
}

/**
 * Asks for the payment of a sale: persists the attempt, calls the acquirer once, stores the outcome. Throws Refusal when
 * the request is wrong, and IdempotencyKeyTaken; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  sale: SaleOfAnyKind,
): Promise<SaleResult> {
  const { merchantId, newId: id = dependencies.newId() } = request;
  const prepared = isPixSale(sale)
    ? await dependencies.pix.prepare(merchantId, sale)
    : isSlipSale(sale)
      ? await dependencies.slips.prepare(merchantId, sale)
      : await prepareCard(dependencies, { merchantId, transactionId: id }, sale);
  const { referenceId, amount } = sale;
  return startSale(dependencies, request, { id, referenceId, amount, prepared });
}
