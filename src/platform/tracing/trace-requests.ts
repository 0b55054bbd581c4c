import type { FastifyInstance } from 'fastify';
import { alsoLog } from '../http/index.ts';
import type { RequestSpan, Tracing } from './tracing.ts';

const FIRST_SERVER_FAULT = 500;

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
  }
}

/**
 * A span for each request of a known route, but for those that machines ask again and again (`quiet`). Call it before
 * routes and other hooks are added.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.quiet === true) return done();
    request.span = tracing.startRequest(request.headers);
    alsoLog(request, { traceId: request.span.traceId });
    request.span.within(done);
  });
  // A body arrives in events of its connection, which do not belong to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, lineFields } = request;
    const route = routeOptions.url ?? 'unknown';
    request.span?.end({
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'guiche.request_id': request.id,
        'guiche.merchant_id': lineFields?.merchant,
        'guiche.transaction_id': lineFields?.transactionId,
      },
      fault: reply.statusCode >= FIRST_SERVER_FAULT ? String(reply.statusCode) : undefined,
    });
    done();
  });
}
