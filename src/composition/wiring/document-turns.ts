import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpRefuse } from '../../platform/http/index.ts';
import { createFairLimiter, type LimiterOptions } from '../../platform/limits/fair-limiter.ts';
import { networkOf } from '../../platform/network.ts';

const RETRY_AFTER_SECONDS = 2;
/** Anybody may read the reference and the guides, and each answer is up to a megabyte: a burst must leave room for payments. */
const READERS: LimiterOptions = {
  concurrency: 4,
  maxWaiting: 200,
  maxWaitingPerKey: 20,
  maxWaitMs: 5_000,
  refuse: () => httpRefuse('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
};
/** A reader with a slow connection costs nothing while the answer waits in the socket. */
const HELD_FOR_MS = 2_000;

/** Lets a request for a document go on when it is the turn of its address. */
export type DocumentTurn = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Networks take turns; a turn lasts until the answer is out, or has taken its time. Refusal: too_many_requests. */
export function createDocumentTurns(heldForMs = HELD_FOR_MS): DocumentTurn {
  const limiter = createFairLimiter(READERS);
  return (request, reply) =>
    new Promise((resolve, reject) => {
      limiter({ key: networkOf(request.clientAddress) }, () => {
        resolve();
        return sent(reply, heldForMs);
      }).catch(reject);
    });
}

function sent({ raw }: FastifyReply, withinMs: number): Promise<void> {
  if (raw.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    timer.unref();
    raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
