import type { WireAnswer } from '../../../src/gateway/providers/issuer/index.ts';
import type { Delivery } from '../faults/deliver.ts';

/** How the answer to a sale is delivered by its card's scenario. */
export const DELIVERY_OF_ANSWER: Readonly<Record<WireAnswer, Delivery>> = {
  given: 'given',
  challenge: 'given',
  duplicate: 'given',
  none: 'none',
  connection_reset: 'reset',
  connection_refused: 'reset',
  server_error: 'server_error',
  bad_gateway: 'html',
  truncated: 'truncated',
};
