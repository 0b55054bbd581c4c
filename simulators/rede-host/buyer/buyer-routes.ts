import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ChallengeView,
  challengePage,
  createChallenge,
} from '../../../src/gateway/providers/issuer/index.ts';
import { formOf, pageHeaders, registerPages } from '../../../src/platform/http/index.ts';
import type { Host } from '../host.ts';
import { returnPage } from './buyer-pages.ts';

const PATH = '/3ds/:token';
const FORM_LIMIT_BYTES = 4 * 1024;
const STATUS = { unknown: 404, question: 200, onward: 200, ended: 200, over: 410 } as const;
const CODE_MISSING_STATUS = 400;

/**
 * Registers the pages where buyers are authenticated, in a browser or by plain form posts, like the simulator inside the
 * service: `codigo`, and `acao` (`confirmar`, which may be omitted, or `cancelar`). Must be awaited.
 */
export async function registerBuyerPages(app: FastifyInstance, host: Host): Promise<void> {
  const { book, clock } = host;
  const challenge = createChallenge({ book, clock, elapsed: clock.elapsed, wait: clock.wait });
  // A HEAD must not finish the authentication of a card that needs no buyer.
  const route = { bodyLimit: FORM_LIMIT_BYTES, exposeHeadRoute: false };

  await registerPages(app, (pages) => {
    pages.get(PATH, route, async (request, reply) =>
      show(host, reply, tokenOf(request), await challenge.open(tokenOf(request))),
    );
    pages.post(PATH, route, async (request, reply) => {
      const form = formOf(request);
      const code = (form.get('codigo') ?? '').trim();
      const cancels = form.get('acao')?.trim().toLowerCase() === 'cancelar';
      const view = await challenge.answer(tokenOf(request), { code, cancels });
      return show(host, reply, tokenOf(request), view);
    });
  });
}

async function show(host: Host, reply: FastifyReply, token: string, view: ChallengeView) {
  const status = view.view === 'question' && view.codeMissing ? CODE_MISSING_STATUS : STATUS[view.view];
  return reply
    .code(status)
    .headers({ ...pageHeaders('anywhere'), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .send(await pageFor(host, token, view));
}

/** The shop's addresses are http(s): they were checked when the sale was received. */
async function pageFor(host: Host, token: string, view: ChallengeView): Promise<string> {
  if (view.view === 'onward' || (view.view === 'over' && view.url !== undefined)) {
    const charge = await host.book.find({ challenge: token });
    if (charge !== undefined && view.url !== undefined) return returnPage(host, charge, view, view.url);
  }
  return view.view === 'onward' ? challengePage({ view: 'unknown' }) : challengePage(view);
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
