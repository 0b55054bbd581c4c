import Fastify, { type FastifyInstance } from 'fastify';
import { registerPublicKeyRoute } from '../../src/gateway/card-data/index.ts';
import { registerTransactionRoutes } from '../../src/gateway/transactions/index.ts';
import { createHttp } from '../../src/platform/http/index.ts';
import { createLog } from '../../src/platform/logs.ts';
import { createMetrics } from '../../src/platform/metrics.ts';

// The floor: the service's own HTTP server, with its access log, metrics, routes, schemas, parsing and serialization, but
// without authentication, work or storage: every request gets the same answer, recorded from the service. The cost of a
// request above this floor is the cost of the gateway itself. `bare` is plain Fastify, without access log and metrics.

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

process.once('disconnect', () => process.exit());
process.once('message', async (answer: Answer) => {
  const app = process.argv[2] === 'bare' ? Fastify() : serviceHttp();
  answerEveryRequest(app, answer);
  // The dependencies are never used: the handlers of the routes have been replaced.
  registerTransactionRoutes(app, {} as Parameters<typeof registerTransactionRoutes>[1]);
  registerPublicKeyRoute(app, {} as Parameters<typeof registerPublicKeyRoute>[1]);
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
});

function serviceHttp(): FastifyInstance {
  return createHttp({
    log: createLog(),
    trustedProxies: [],
    errorBody: (_path, refusal) => ({ message: refusal.message }),
    onAnswer: createMetrics().answered,
  });
}

function answerEveryRequest(app: FastifyInstance, answer: Answer): void {
  app.addHook('onRoute', (route) => {
    delete route.onRequest;
    route.handler = (_request, reply) => reply.code(answer.status).send(answer.body);
  });
}
