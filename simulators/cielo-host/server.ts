import type { ServerOptions } from 'node:https';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createServer, type Problem } from '../host/server.ts';
import { errorList } from './errors.ts';

/** Errors have the form of the interface that was called: `/__sim`, or Cielo's list of code and text. */
export function createCieloServer(tls?: ServerOptions): FastifyInstance {
  return createServer({ name: 'cielo-host', form: formOf, ...(tls && { tls }) });
}

function formOf({ url }: FastifyRequest, { code, message }: Problem): { readonly body: object } {
  if (url.startsWith('/__sim')) return { body: { error: { code, message } } };
  return { body: errorList(code, message) ?? [] };
}
