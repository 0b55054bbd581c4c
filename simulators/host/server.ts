import type { ServerOptions } from 'node:https';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { rememberClientAddresses } from '../../src/platform/http/index.ts';
import { Refusal } from '../../src/platform/refusal.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const UNSUPPORTED_MEDIA_TYPE = 415;
const JSON_TYPE = 'application/json; charset=utf-8';

/** What went wrong with a request, before its interface gives it a form. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface ServerParts {
  /** For what the host writes about its own faults. */
  readonly name: string;
  /** The answer's body in the form of the interface that was called, and its content type where that is not JSON's. */
  readonly form: (
    request: FastifyRequest,
    problem: Problem,
  ) => { readonly body: object; readonly type?: string };
  /** In place of 415 for a content type that cannot be read. */
  readonly unsupported?: () => Refusal;
  readonly tls?: ServerOptions;
}

/** The HTTP server of a host without its routes. Bodies are passed on as bytes: invalid JSON has an answer of its own. */
export function createServer({ name, form, unsupported, tls }: ServerParts): FastifyInstance {
  const options = { bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true };
  // Over TLS only the type of the inner server differs, which no route looks at.
  const app = (tls ? Fastify({ ...options, https: tls }) : Fastify(options)) as FastifyInstance;
  rememberClientAddresses(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));

  const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply => {
    const { body, type = JSON_TYPE } = form(request, problem);
    return reply.code(problem.status).type(type).send(JSON.stringify(body));
  };
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, { status: 404, code: 'not_found', message: 'Not found.' }),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return answer(request, reply, error);
    const { statusCode: status = 500, message } = error as { statusCode?: number; message: string };
    if (status === UNSUPPORTED_MEDIA_TYPE && unsupported) return answer(request, reply, unsupported());
    if (status >= 500) process.stderr.write(`${name}: ${error instanceof Error ? error.stack : message}\n`);
    return answer(request, reply, { status, code: 'error', message });
  });
  return app;
}
