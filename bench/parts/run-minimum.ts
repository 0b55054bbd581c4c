import { randomUUIDv7 } from 'node:crypto';
import { openPayments } from './minimum-payments.ts';
import { type Answer, answerServiceRoutes, serviceHttp } from './service-http.ts';

// The durable minimum: what any program has to do that loses no payment. The floor, and for each request one insert and
// one update of a payment with its event, in two durable commits: what is about to be sent, and what came of it.

process.once('disconnect', () => process.exit());
process.once('message', async (sent: Answer & { readonly place: Parameters<typeof openPayments>[0] }) => {
  const payments = await openPayments(sent.place);
  const app = serviceHttp();
  answerServiceRoutes(app, async (request, reply) => {
    const payment = { id: randomUUIDv7(), text: JSON.stringify(request.body) };
    await payments.begin(payment);
    await payments.end({ id: payment.id, text: JSON.stringify(sent.body) });
    return reply.code(sent.status).send(sent.body);
  });
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
});
