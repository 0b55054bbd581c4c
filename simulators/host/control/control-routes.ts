import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admitToSimulator } from '../../../src/gateway/providers/simulator/index.ts';
import { isLoopback } from '../../../src/platform/http/index.ts';
import { type Fields, objectOf } from '../fields.ts';
import { readControlBody } from './reading.ts';

/** Adds routes under `/__sim`: from this machine only, JSON only. */
export interface ControlRoutes {
  get(path: string, answer: (query: Fields) => unknown): void;
  post(path: string, answer: (body: Fields) => unknown): void;
  /** For a route that writes its answer itself. */
  readonly guarded: { onRequest(request: FastifyRequest): Promise<void> };
}

export function controlRoutes(app: FastifyInstance, address: () => string): ControlRoutes {
  const options = { publicUrl: address, mayControl: async (request: FastifyRequest) => isLoopback(request) };
  const guarded = { onRequest: (request: FastifyRequest) => admitToSimulator(request, options) };
  return {
    get: (path, answer) => {
      app.get(`/__sim${path}`, guarded, async ({ query }) => answer(objectOf(query)));
    },
    post: (path, answer) => {
      app.post(`/__sim${path}`, guarded, async ({ body }) => answer(readControlBody(body)));
    },
    guarded,
  };
}
