import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, pageHeaders, registerPages } from '../../../../platform/http/index.ts';
import { type Challenge, type ChallengeView, challengePage } from '../../issuer/index.ts';

const PATH = '/__sim/challenge/:token';
const FORM_LIMIT_BYTES = 4 * 1024;

const STATUS = { unknown: 404, question: 200, ended: 200, over: 410 } as const;
const CODE_MISSING_STATUS = 400;

/**
 * Where buyers are authenticated, in a browser or by plain form posts: `codigo` and `acao` (`confirmar`, the default,
 * or `cancelar`). Without authentication: anyone who knows the address may answer. Must be awaited.
 */
export async function registerChallenge(app: FastifyInstance, challenge: Challenge): Promise<void> {
  await registerPages(app, (pages) => {
    const route = { bodyLimit: FORM_LIMIT_BYTES, schema: { hide: true } };
    pages.get(PATH, route, async (request, reply) => {
      // HEAD only looks at the address: it must not end the authentication of a card that needs no buyer.
      if (request.method === 'HEAD') return reply.headers(pageHeaders('anywhere')).send();
      return show(reply, await challenge.open(tokenOf(request)));
    });
    pages.post(PATH, route, async (request, reply) => {
      const form = formOf(request);
      const code = (form.get('codigo') ?? '').trim();
      return show(reply, await challenge.answer(tokenOf(request), { code, cancels: cancels(form) }));
    });
  });
}

function cancels(form: URLSearchParams): boolean {
  return form.get('acao')?.trim().toLowerCase() === 'cancelar';
}

function show(reply: FastifyReply, view: ChallengeView) {
  if (view.view === 'onward') return reply.redirect(view.url, 303);
  const status = view.view === 'question' && view.codeMissing ? CODE_MISSING_STATUS : STATUS[view.view];
  // The answer to the form redirects to the merchant's own address.
  return reply.code(status).headers(pageHeaders('anywhere')).send(challengePage(view));
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}
