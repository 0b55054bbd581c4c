import { lockSequence, type WriteTransaction } from '../../../platform/database/index.ts';
import { operationRefuse } from '../../interface/refusals.ts';
import { hashOf } from '../../interface/request-keys.ts';
import { findRepeated, findRequestKey, insertRequestKey } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import type { AnsweredSales } from './unanswered.ts';

/** Callers that time out send the same sale again within this time. By a kept card, its charge counts from its end. */
const REPEATED_WITHIN_MS = 20_000;
/** Tills that number nothing send this with every sale. */
const NO_REFERENCE = '0';

export interface RepeatableRequest {
  readonly personId: number;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
  readonly hash: string;
  readonly reference: string | undefined;
  /** The call itself takes the money: it charges a kept card, or pushes the sale to a payment client that starts it. */
  readonly takesMoney: boolean;
  /** The call charges a kept card. */
  readonly chargesCard: boolean;
}

/** Equal for two requests with the same contents. */
export function requestHash(wanted: object): string {
  return hashOf(JSON.stringify(wanted));
}

/**
 * Whether the same request would be taken for a repetition although it has no Idempotency-Key: the call takes the money,
 * and names the sale.
 */
export function isGuessed({
  key,
  reference,
  takesMoney,
}: Pick<RepeatableRequest, 'key' | 'reference' | 'takesMoney'>): boolean {
  return key === undefined && takesMoney && reference !== undefined && reference !== NO_REFERENCE;
}

/**
 * The sale that the same request created before: found by its Idempotency-Key or, where it is guessed, one that still waits
 * or is being paid, or whose caller was cut off before it was answered. A caller whose request timed out must not charge
 * twice by sending it again, and two buyers may pay the same value one after the other. No other sale is created between
 * this call and the commit. Refusal: key_reused.
 */
export async function repeatedSale(
  transaction: WriteTransaction,
  request: RepeatableRequest,
  { now, answered }: { readonly now: number; readonly answered: Pick<AnsweredSales, 'has'> },
): Promise<number | undefined> {
  const tables = transaction.tables<SaleTables>();
  if (request.key !== undefined) {
    await lockSequence(transaction, 'sale');
    const known = await findRequestKey(tables, request.personId, hashOf(request.key));
    if (known && known.requestHash !== request.hash) throw operationRefuse('key_reused');
    return known?.saleId;
  }
  if (!isGuessed(request)) return undefined;
  await lockSequence(transaction, 'sale');
  const found = await findRepeated(tables, {
    personId: request.personId,
    requestHash: request.hash,
    reference: request.reference ?? '',
    since: now - REPEATED_WITHIN_MS,
    chargesCard: request.chargesCard,
  });
  return found && (found.waits || !answered.has(found.id)) ? found.id : undefined;
}

export async function rememberRequest(
  transaction: WriteTransaction,
  request: RepeatableRequest,
  made: { readonly saleId: number; readonly at: number },
): Promise<void> {
  if (request.key === undefined) return;
  await insertRequestKey(transaction.tables<SaleTables>(), {
    personId: request.personId,
    keyHash: hashOf(request.key),
    requestHash: request.hash,
    saleId: made.saleId,
    createdAt: made.at,
  });
}
