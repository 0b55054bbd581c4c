import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../../src/platform/index.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * The HTTP server without its routes. Bodies come as bytes: what is no JSON is part of what the host answers. Errors
 * speak as the interface that was called: `/__sim`, the pages for buyers, or Rede's.
 */
export function createServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, 404, 'not_found', 'There is nothing here.'),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return answer(request, reply, error.status, error.code, error.message);
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    if (statusCode >= 500)
      process.stderr.write(`rede-host: ${error instanceof Error ? error.stack : message}\n`);
    return answer(request, reply, statusCode, 'error', message);
  });
  return app;
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyFor(request.url, code, message)));
}

function bodyFor(url: string, code: string, message: string): object {
  if (url.startsWith('/__sim')) return { error: { code, message } };
  return url.startsWith('/3ds') ? { message } : { returnMessage: message };
}
