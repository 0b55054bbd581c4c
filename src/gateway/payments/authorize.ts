import { type CardSale, type CardSaleDependencies, prepareCard } from '../kinds/card/index.ts';
import {
  type SaleRequest,
  type SaleResult,
  type StartDependencies,
  startSale,
} from '../transactions/index.ts';

export interface AuthorizeDependencies extends StartDependencies, CardSaleDependencies {}

/**
 * Authorizes a sale: persists the attempt, calls the acquirer once, stores the outcome. Throws Refusal when
 * the request is wrong, and IdempotencyKeyTaken; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  sale: CardSale,
): Promise<SaleResult> {
  const prepared = await prepareCard(dependencies, request.merchantId, sale);
  const { referenceId, amount } = sale;
  return startSale(dependencies, request, { referenceId, amount, prepared });
}
