import Fastify from 'fastify';
import { type Answer, answerServiceRoutes, serviceHttp } from './service-http.ts';

// The floor: the service's own HTTP server, with its access log, metrics, routes, schemas, parsing and serialization, but
// without authentication, work or storage: every request gets the same answer, recorded from the service. The cost of a
// request above this floor is the cost of the gateway itself. `bare` is plain Fastify, without access log and metrics.

process.once('disconnect', () => process.exit());
process.once('message', async ({ status, body }: Answer) => {
  const app = process.argv[2] === 'bare' ? Fastify() : serviceHttp();
  answerServiceRoutes(app, (_request, reply) => reply.code(status).send(body));
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
});
