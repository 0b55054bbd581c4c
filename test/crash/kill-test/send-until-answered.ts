import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { Cluster } from './cluster.ts';

const PAUSE_MS = 60;
const UNAVAILABLE = 503;
const CONFLICT = 409;

/**
 * Sends a request that may be repeated until it has an answer, across kills and restarts, and until the service is able
 * to serve it. The last answer when the time is up; undefined without one.
 */
export async function sendUntilAnswered(
  { send }: Pick<Cluster, 'send'>,
  request: HttpRequest,
  withinMs: number,
): Promise<HttpAnswer | undefined> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await send(request).catch(() => undefined);
    if (answer && answer.status !== UNAVAILABLE && answer.status !== CONFLICT) return answer;
    if (performance.now() > deadline) return answer;
    await sleep(PAUSE_MS);
  }
}
