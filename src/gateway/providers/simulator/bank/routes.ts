import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { SimulatedBank } from './simulated-bank.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The simulated bank under `/__sim/pix`. What testers do is `guarded`; the location of a charge is open to everybody, as at a
 * bank.
 */
export function registerBankRoutes(
  app: FastifyInstance,
  { control }: Pick<SimulatedBank, 'control'>,
  guarded: RouteShorthandOptions,
): void {
  app.post('/__sim/pix/pay', guarded, ({ body }) => control.pay(body));
  app.post('/__sim/slip/pay', guarded, ({ body }) => control.paySlip(body));
  app.get('/__sim/pix/book', guarded, async ({ query }) => ({
    charges: await control.book(query as Fields),
  }));
  app.get('/__sim/pix/:token', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const found = await control.at(token);
    if (found === 'unknown')
      return reply.code(404).type('application/problem+json').send(problem(404, 'NaoEncontrado'));
    if (found === 'over') {
      return reply.code(410).type('application/problem+json').send(problem(410, 'PermanentementeRemovido'));
    }
    return reply.type('application/jose').send(found.signed);
  });
}

function problem(status: number, name: string): string {
  const title = status === 404 ? 'Não encontrado' : 'Não pode mais ser paga';
  return JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title, status });
}
