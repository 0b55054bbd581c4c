import { createHash } from 'node:crypto';
import { lockSequence, type WriteTransaction } from '../../platform/index.ts';
import { refuseSale } from './refusals.ts';
import { findRepeated, findRequestKey, insertRequestKey } from './store.ts';
import type { SaleTables } from './tables.ts';

/**
 * Callers that time out send the same sale again: so long after the first one was made it answers for both. One by a kept
 * card answers while its card is being charged, and so long after it was credited.
 */
const REPEATED_WITHIN_MS = 20_000;

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
  return createHash('sha256').update(JSON.stringify(wanted)).digest('base64url');
}

/**
 * The sale that the same request created before: found by its Idempotency-Key or, without one, where the call takes the
 * money, a sale with the same reference that waits, is being paid or is paid. A caller whose request timed out must not
 * charge twice by sending it again. No other sale is created between this call and the commit. Refusal: key_reused.
 */
export async function repeatedSale(
  transaction: WriteTransaction,
  request: RepeatableRequest,
  now: number,
): Promise<number | undefined> {
  const tables = transaction.tables<SaleTables>();
  if (request.key !== undefined) {
    await lockSequence(transaction, 'sale');
    const known = await findRequestKey(tables, request.personId, keyHash(request.key));
    if (known && known.requestHash !== request.hash) throw refuseSale('key_reused');
    return known?.saleId;
  }
  if (request.reference === undefined || !request.takesMoney) return undefined;
  await lockSequence(transaction, 'sale');
  return findRepeated(tables, {
    personId: request.personId,
    requestHash: request.hash,
    reference: request.reference,
    since: now - REPEATED_WITHIN_MS,
    chargesCard: request.chargesCard,
  });
}

export async function rememberRequest(
  transaction: WriteTransaction,
  request: RepeatableRequest,
  made: { readonly saleId: number; readonly at: number },
): Promise<void> {
  if (request.key === undefined) return;
  await insertRequestKey(transaction.tables<SaleTables>(), {
    personId: request.personId,
    keyHash: keyHash(request.key),
    requestHash: request.hash,
    saleId: made.saleId,
    createdAt: made.at,
  });
}

function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
