import Fastify, { type FastifyInstance } from 'fastify';
import { registerPublicKeyRoute } from '../src/gateway/card-data/index.ts';
import { registerTransactionRoutes } from '../src/gateway/transactions/index.ts';
import { createHttp, createLog, createMetrics } from '../src/platform/index.ts';

// The floor: the service's own HTTP server, with its access log and metrics, routes, schemas, reading and serialization,
// but no credentials are looked at, nothing is done or stored, and every request gets the same answer, one that the
// service gave before. What a request costs above this is what the gateway itself costs. `bare` leaves out the service's
// HTTP server too: plain Fastify, which neither logs nor counts.

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

process.once('disconnect', () => process.exit());
process.once('message', async (answer: Answer) => {
  const app = process.argv[2] === 'bare' ? Fastify() : serviceHttp();
  answerAlways(app, answer);
  // Nothing of what the routes stand on is touched: their handlers have been replaced.
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

function answerAlways(app: FastifyInstance, answer: Answer): void {
  app.addHook('onRoute', (route) => {
    delete route.onRequest;
    route.handler = (_request, reply) => reply.code(answer.status).send(answer.body);
  });
}
