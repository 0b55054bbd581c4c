import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { wholeBook } from '../../host/card/whole-book.ts';
import { controlRoutes } from '../../host/control/control-routes.ts';
import { objectOf } from '../../host/fields.ts';
import type { Control } from './control.ts';

/** The control interface under `/__sim`. */
export function registerControl(app: FastifyInstance, control: Control, address: () => string): void {
  const { get, post, guarded } = controlRoutes(app, address);

  app.get('/__sim/book', guarded, async (request, reply) => {
    const query = objectOf(request.query);
    if (query.all === undefined) return control.bookAnswer(query);
    return reply
      .type('application/json')
      .send(Readable.from(wholeBook(control.counts(), await control.wholeBook())));
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
  get('/statement', control.statement);
  post('/statement', control.plant);
}
