import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { BookEntry } from '../../../src/gateway/providers/issuer/index.ts';
import { controlRoutes } from '../../host/control/control-routes.ts';
import { objectOf } from '../../host/fields.ts';
import type { Control } from './control.ts';

/** The control interface under `/__sim`. */
export function registerControl(app: FastifyInstance, control: Control, address: () => string): void {
  const { get, post, guarded } = controlRoutes(app, address);

  app.get('/__sim/book', guarded, async (request, reply) => {
    const query = objectOf(request.query);
    if (query.all === undefined) return control.bookAnswer(query);
    const head = JSON.stringify(control.counts()).slice(0, -1);
    return reply.type('application/json').send(Readable.from(wholeBook(head, await control.wholeBook())));
  });
  get('/cards', control.cards);
  get('/references', control.references);
  get('/requests', control.requests);
  get('/callbacks', control.callbacks);
  get('/force', control.forced);
  post('/force', control.force);
  get('/faults', control.faults);
  post('/faults', control.setFaults);
  get('/clock', control.clock);
  post('/clock', control.advance);
  // These two need no body.
  app.post('/__sim/tokens', guarded, async () => control.revokeTokens());
  app.post('/__sim/reset', guarded, async () => control.reset());
  post('/notify', control.notify);
  post('/outage', control.outage);
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
