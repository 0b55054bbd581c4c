import type { FastifyRequest } from 'fastify';
import { transactionRefuse } from '../transactions/index.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The transaction id of the path. Throws transaction_not_found for a text that cannot be an id. */
export function transactionIdOf({ params }: FastifyRequest): string {
  const { transactionId } = params as { transactionId: string };
  if (!UUID.test(transactionId)) throw transactionRefuse('transaction_not_found');
  return transactionId.toLowerCase();
}
