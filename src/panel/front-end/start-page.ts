import type { FastifyInstance } from 'fastify';

/** `/` redirects browsers to the panel and tells programs what this service is. */
export function registerStartPage(app: FastifyInstance, { version }: { readonly version: string }): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    if (/\btext\/html\b/.test(String(request.headers.accept ?? ''))) return reply.redirect('/painel', 303);
    return reply
      .type('application/json; charset=utf-8')
      .send({ name: 'Guichê', version, docs: '/docs', ready: '/health/ready' });
  });
}
