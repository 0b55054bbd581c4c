import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { rememberClientAddresses } from '../../src/platform/http/index.ts';
import { Refusal } from '../../src/platform/refusal.ts';
import { isHostCode, refuse } from './return-codes.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * The HTTP server without its routes. Bodies are passed on as bytes, because invalid JSON has an answer of its own. Errors
 * have the form of the interface that was called: `/__sim`, the pages for buyers, or Rede's.
 */
export function createServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  rememberClientAddresses(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.setNotFoundHandler((request, reply) => answer(request, reply, 404, 'not_found', 'Not found.'));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return answerRefusal(request, reply, error);
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    if (statusCode === UNSUPPORTED_MEDIA_TYPE) return answerRefusal(request, reply, refuse('169'));
    if (statusCode >= 500)
      process.stderr.write(`rede-host: ${error instanceof Error ? error.stack : message}\n`);
    return answer(request, reply, statusCode, 'error', message);
  });
  return app;
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return answer(request, reply, refusal.status, refusal.code, refusal.message);
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
  if (url.startsWith('/3ds')) return { message };
  return isHostCode(code) ? { returnCode: code, returnMessage: message } : { returnMessage: message };
}
