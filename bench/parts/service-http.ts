import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { registerPublicKeyRoute } from '../../src/gateway/card-data/index.ts';
import { registerTransactionRoutes } from '../../src/gateway/http/index.ts';
import { createHttp } from '../../src/platform/http/index.ts';
import { createLog } from '../../src/platform/logs.ts';
import { createMetrics } from '../../src/platform/metrics.ts';

/** An answer as recorded from the service. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The service's own HTTP server, with its access log and metrics, without routes. */
export function serviceHttp(): FastifyInstance {
  return createHttp({
    log: createLog(),
    trustedProxies: [],
    errorBody: (_path, refusal) => ({ message: refusal.message }),
    onAnswer: createMetrics().answered,
  });
}

/** The service's routes, schemas, parsing and serialization, without authentication, answered by `handler`. */
export function answerServiceRoutes(app: FastifyInstance, handler: RouteHandlerMethod): void {
  app.addHook('onRoute', (route) => {
    delete route.onRequest;
    route.handler = handler;
  });
  // The dependencies are never used: the handlers of the routes have been replaced.
  registerTransactionRoutes(app, {} as Parameters<typeof registerTransactionRoutes>[1]);
  registerPublicKeyRoute(app, {} as Parameters<typeof registerPublicKeyRoute>[1]);
}
