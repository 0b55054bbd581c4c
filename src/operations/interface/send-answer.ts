import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerParts, hasLongList } from './long-list.ts';
import { operationRefuse } from './refusals.ts';

/** Lists in progress for the keys of one person: each holds a page in memory, slow readers for a long time. */
export const MAX_LISTS_PER_HOLDER = 4;
const BUSY_RETRY_AFTER_SECONDS = 1;
/** A connection that reads nothing of a list for this long is closed. */
const STALLED_AFTER_MS = 60_000;

export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
) => Promise<FastifyReply>;

/** Answers with JSON: at once, or, from the first full page of a list on, as fast as the client reads. */
export function createSendAnswer({ stalledAfterMs = STALLED_AFTER_MS } = {}): SendAnswer {
  const inProgress = new Map<number, number>();

  const begin = (holderId: number): (() => void) => {
    const lists = inProgress.get(holderId) ?? 0;
    if (lists >= MAX_LISTS_PER_HOLDER) {
      throw operationRefuse('too_many_lists', { retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS });
    }
    inProgress.set(holderId, lists + 1);
    return () => {
      const left = (inProgress.get(holderId) ?? 1) - 1;
      if (left > 0) inProgress.set(holderId, left);
      else inProgress.delete(holderId);
    };
  };

  return async (request, reply, answer) => {
    reply.type('application/json; charset=utf-8');
    if (!hasLongList(answer)) return reply.send(Buffer.from(JSON.stringify(answer)));
    const end = begin(request.holder?.personId ?? 0);
    try {
      const parts = answerParts(answer);
      // An error up to here can still be sent as an error answer.
      const first = await parts.next();
      if (first.done) {
        end();
        return reply.send(Buffer.from(first.value));
      }
      const bytes = request.method === 'HEAD' ? Readable.from([]) : Readable.from(rest(first.value, parts));
      bytes.once('close', end);
      reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
      return reply.send(bytes);
    } catch (error) {
      end();
      throw error;
    }
  };
}

async function* rest(first: string, parts: AsyncGenerator<string, string>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    await nextTurn();
    const { value, done } = await parts.next();
    yield value;
    if (done) return;
  }
}
