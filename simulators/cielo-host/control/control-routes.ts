import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { wholeBook } from '../../host/card/whole-book.ts';
import { controlRoutes } from '../../host/control/control-routes.ts';
import { objectOf } from '../../host/fields.ts';
import type { Control } from './control.ts';

/** The control interface under `/__sim`: the same at both addresses. */
export function registerControl(app: FastifyInstance, control: Control, address: () => string): void {
  const { get, post, guarded } = controlRoutes(app, address);

  app.get('/__sim/book', guarded, async (request, reply) => {
    const query = objectOf(request.query);
    if (query.all === undefined) return control.bookAnswer(query);
    const entries = await control.wholeBook();
    return reply.type('application/json').send(Readable.from(wholeBook(control.counts(), entries)));
  });
  get('/cards', control.cards);
  get('/references', control.references);
  get('/requests', control.requests);
  get('/force', control.forced);
  post('/force', control.force);
  get('/faults', control.faults);
  post('/faults', control.setFaults);
  get('/clock', control.clock);
  post('/clock', control.advance);
  post('/deny-cancel', control.denyCancel);
  post('/dispute', control.dispute);
  get('/pix', control.pix);
  post('/pay', control.payPix);
  get('/notices', control.notices);
  post('/notices', control.setNotices);
  post('/notices/send', control.sendNotices);
  // Needs no body.
  app.post('/__sim/reset', guarded, async () => control.reset());
  post('/outage', control.outage);
}
