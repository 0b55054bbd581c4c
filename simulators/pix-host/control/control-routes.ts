import type { FastifyInstance } from 'fastify';
import { controlRoutes } from '../../host/control/control-routes.ts';
import type { Control } from './control.ts';

/** The control interface under `/__sim`. */
export function registerControl(app: FastifyInstance, control: Control, address: () => string): void {
  const { get, post, guarded } = controlRoutes(app, address);

  get('/book', control.book);
  get('/payments', control.payments);
  get('/requests', control.requests);
  post('/pay', control.pay);
  post('/med', control.takeBack);
  post('/remove', control.removeByBank);
  post('/forge', control.forge);
  post('/slip/pay', control.slips.pay);
  post('/slip/take-back', control.slips.takeBack);
  post('/slip/registration', control.slips.registration);
  get('/slip/book', control.slips.book);
  get('/notices', control.notices);
  post('/notices', control.loseNotices);
  get('/webhooks', control.webhooks);
  get('/force', control.forced);
  post('/force', control.force);
  get('/faults', control.faults);
  post('/faults', control.setFaults);
  get('/clock', control.clock);
  post('/clock', control.advance);
  post('/outage', control.outage);
  // These two need no body.
  app.post('/__sim/tokens', guarded, async () => control.revokeTokens());
  app.post('/__sim/reset', guarded, async () => control.reset());
}
