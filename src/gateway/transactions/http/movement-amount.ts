import type { MinorUnits } from '../../acquirers/index.ts';
import { transactionRefuse } from '../record/index.ts';

/**
 * The amount of a capture or void in centavos, from the query or a JSON body. Undefined when neither has one:
 * all that is left. Throws amount_parameter_invalid, and amount_conflict when the two differ.
 */
export function readMovementAmount(query: unknown, body: unknown): MinorUnits | undefined {
  const inQuery = readAmount(amountOf(query));
  const inBody = readAmount(amountOf(body));
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw transactionRefuse('amount_conflict', { field: 'amount' });
  }
  return inQuery ?? inBody;
}

/** A JSON body that is not an object has no amount. */
function amountOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'amount' in part ? part.amount : undefined;
}

/** No upper limit here: an amount above what is left is refused as such. */
function readAmount(value: unknown): MinorUnits | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const isAmount = typeof amount === 'number' && (Number.isInteger(amount) || amount === Infinity);
  if (!isAmount || amount < 1) throw transactionRefuse('amount_parameter_invalid', { field: 'amount' });
  return amount;
}
