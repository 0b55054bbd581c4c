import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../../metrics.ts';
import type { Secret } from '../../secret.ts';
import { isLoopback } from '../addresses/loopback.ts';
import { httpRefuse } from '../answers/refusals.ts';

export interface OperatorOptions {
  readonly metrics: Metrics;
  /** Undefined: nobody has one. */
  readonly metricsToken: Secret | undefined;
  /**
   * Whether callers on this machine read metrics without the token. Behind a proxy on this machine that adds no header
   * the whole world looks like one of them.
   */
  readonly metricsOpenHere: boolean;
  ready(): Promise<boolean>;
  live(): boolean;
}

/** `/health/live`, `/health/ready` and `/metrics` (docs/contract/decided.md 5). */
export function registerOperatorRoutes(app: FastifyInstance, options: OperatorOptions): void {
  // Made anew for each route: the framework writes into it.
  const quietly = () => ({ schema: { hide: true }, config: { quiet: true } });
  app.get('/health/live', quietly(), async () => {
    if (options.live()) return { status: 'live' };
    throw httpRefuse('unavailable');
  });
  app.get('/health/ready', quietly(), async () => {
    if (await options.ready()) return { status: 'ready' };
    throw httpRefuse('unavailable', { retryAfterSeconds: 2 });
  });
  app.get('/metrics', quietly(), async (request, reply) => {
    if (!mayReadMetrics(request, options)) throw httpRefuse('not_found');
    return reply.type(options.metrics.contentType).send(await options.metrics.text());
  });
}

function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken, metricsOpenHere }: Pick<OperatorOptions, 'metricsToken' | 'metricsOpenHere'>,
): boolean {
  if (metricsOpenHere && isLoopback(request)) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return metricsToken !== undefined && given !== undefined && sameText(given, metricsToken.reveal());
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
