import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createServer, type Problem } from '../host/server.ts';
import { isHostCode, refuse } from './return-codes.ts';

/** Errors have the form of the interface that was called: `/__sim`, the pages for buyers, or Rede's. */
export function createRedeServer(): FastifyInstance {
  return createServer({ name: 'rede-host', form: formOf, unsupported: () => refuse('169') });
}

function formOf({ url }: FastifyRequest, { code, message }: Problem): { readonly body: object } {
  if (url.startsWith('/__sim')) return { body: { error: { code, message } } };
  if (url.startsWith('/3ds')) return { body: { message } };
  return {
    body: isHostCode(code) ? { returnCode: code, returnMessage: message } : { returnMessage: message },
  };
}
