import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BookEntry } from '../../../src/gateway/providers/issuer/index.ts';
import { admitToSimulator } from '../../../src/gateway/providers/simulator/index.ts';
import { isLoopback } from '../../../src/platform/http/index.ts';
import { type Fields, objectOf } from '../fields.ts';
import type { Control } from './control.ts';

/** The control interface under `/__sim`: from this machine only, JSON only. */
export function registerControl(app: FastifyInstance, control: Control, address: () => string): void {
  const options = { publicUrl: address, mayControl: async (request: FastifyRequest) => isLoopback(request) };
  const guarded = { onRequest: (request: FastifyRequest) => admitToSimulator(request, options) };
  const bodyOf = ({ body }: FastifyRequest): Fields => control.readBody(body);

  app.get('/__sim/book', guarded, async (request, reply) => {
    const query = objectOf(request.query);
    if (query.all === undefined) return control.bookAnswer(query);
    const head = JSON.stringify(control.counts()).slice(0, -1);
    return reply.type('application/json').send(Readable.from(wholeBook(head, await control.wholeBook())));
  });
  app.get('/__sim/cards', guarded, async () => control.cards());
  app.get('/__sim/references', guarded, async () => control.references());
  app.get('/__sim/requests', guarded, async ({ query }) => control.requests(objectOf(query)));
  app.get('/__sim/callbacks', guarded, async () => control.callbacks());
  app.get('/__sim/force', guarded, async () => control.forced());
  app.post('/__sim/force', guarded, async (request) => control.force(bodyOf(request)));
  app.get('/__sim/faults', guarded, async () => control.faults());
  app.post('/__sim/faults', guarded, async (request) => control.setFaults(bodyOf(request)));
  app.get('/__sim/clock', guarded, async () => control.clock());
  app.post('/__sim/clock', guarded, async (request) => control.advance(bodyOf(request)));
  app.post('/__sim/tokens', guarded, async () => control.revokeTokens());
  app.post('/__sim/notify', guarded, async (request) => control.notify(bodyOf(request)));
  app.post('/__sim/outage', guarded, async (request) => control.outage(bodyOf(request)));
  app.post('/__sim/reset', guarded, async () => control.reset());
}

/** Streamed: a book may have more charges than fit into one string. */
function* wholeBook(head: string, entries: Iterable<BookEntry>): Generator<string> {
  yield `${head},"charges":[`;
  let separator = '';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield ']}';
}
