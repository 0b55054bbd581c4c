import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders, registerPages } from '../../../platform/index.ts';
import type { Origin } from '../../history/index.ts';
import { createVisits, type Visit, type VisitDependencies } from '../authentication/visit.ts';
import { AUTHENTICATION_PATH, type Transaction } from '../record/index.ts';
import { AHEAD_PAGE, resultPage, type SaleShown, UNKNOWN_PAGE, waitingPage } from './buyer-pages.ts';
import { returnUrlOf } from './return-url.ts';

/** What an acquirer's page sends along; it is read away, never looked at. */
const RETURN_LIMIT_BYTES = 64 * 1024;
const ROUND_PARAMETER = 'vez';
const ROUND = /^\d{1,2}$/;

export interface BuyerPages extends VisitDependencies {
  authenticationUrls(token: string): { readonly start: string; readonly back: string };
  /** As buyers know the merchant. */
  shopName(merchantId: number): Promise<string | undefined>;
}

/**
 * The buyer's way through 3-D Secure: `/3ds/:token` sends on to the acquirer, `/3ds/:token/return` is where the browser
 * comes back to. The return takes anything from anywhere, also a form that another site posts: it needs no protection
 * against forgery, because nothing in it is believed. It only causes a question to the acquirer. To be awaited.
 */
export async function registerBuyerPages(app: FastifyInstance, dependencies: BuyerPages): Promise<void> {
  const visits = createVisits(dependencies);

  /** Buyers whose sale is over go on to the shop, or see the result here. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, visit: Visit | undefined) => {
    if (!visit) return reply.code(404).headers(pageHeaders()).send(UNKNOWN_PAGE);
    const { transaction, standing } = visit;
    const toShop = returnUrlOf(transaction);
    if (standing === 'over' && toShop !== undefined) return reply.redirect(toShop, 303);
    // A reload must not ask whether to send the form again.
    if (request.method === 'POST') return reply.redirect(backOf(visit), 303);
    const sale = { transaction, shop: await dependencies.shopName(transaction.merchantId) };
    const page =
      standing === 'over'
        ? resultPage(sale, await declineClassOf(transaction))
        : waiting(request, visit, sale, toShop);
    return reply.headers(pageHeaders()).send(page);
  };

  const backOf = ({ authentication }: Visit) => dependencies.authenticationUrls(authentication.token).back;

  const waiting = (request: FastifyRequest, visit: Visit, sale: SaleShown, toShop: string | undefined) => {
    const { start, back } = dependencies.authenticationUrls(visit.authentication.token);
    const late = visit.standing === 'unsure';
    return waitingPage(sale, {
      late,
      round: roundOf(request.query),
      addressOfRound: (round) => (round === 0 ? back : `${back}?${ROUND_PARAMETER}=${round}`),
      toAcquirer: late ? undefined : start,
      toShop,
    });
  };

  const declineClassOf = async ({ id }: Transaction) => {
    const attempts = await dependencies.store.attemptsOf(id);
    return attempts.at(-1)?.declineClass;
  };

  await registerPages(app, (pages) => {
    readBodiesAway(pages);
    const schema = { hide: true };
    pages.get(`${AUTHENTICATION_PATH}:token`, { schema }, async (request, reply) => {
      const token = tokenOf(request);
      const visit = isOnlyALook(request)
        ? await visits.look(token)
        : await visits.leave(token, originOf(request));
      if (visit?.standing !== 'open') return answer(request, reply, visit);
      // The acquirer's page may take the first visit for the buyer's.
      if (isAhead(request)) return reply.code(503).headers(pageHeaders()).send(AHEAD_PAGE);
      return reply.redirect(new URL(visit.authentication.pageUrl).href, 303);
    });
    pages.route({
      method: ['GET', 'POST'],
      url: `${AUTHENTICATION_PATH}:token/return`,
      schema,
      bodyLimit: RETURN_LIMIT_BYTES,
      handler: async (request, reply) => {
        const token = tokenOf(request);
        const visit = isOnlyALook(request)
          ? await visits.look(token)
          : await visits.comeBack(token, originOf(request));
        return answer(request, reply, visit);
      },
    });
  });
}

/** Whatever a body is and says that it is. */
function readBodiesAway(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));
  pages.addHook('onRequest', (request, _reply, done) => {
    // One that cannot be read would be refused before any parser is asked.
    delete request.headers['content-type'];
    done();
  });
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function originOf(request: FastifyRequest): Origin {
  return { kind: 'buyer', requestId: request.id };
}

/** Nobody is there: a browser that loads a page in case it is wanted, or a program that looks at an address. */
function isOnlyALook(request: FastifyRequest): boolean {
  return request.method === 'HEAD' || isAhead(request);
}

/** As browsers say that they load ahead of the buyer: today's header, and those of before. */
function isAhead({ headers }: FastifyRequest): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch/i.test(String(headers[name] ?? '')));
}

function roundOf(query: unknown): number {
  const round = (query as Record<string, unknown>)[ROUND_PARAMETER];
  return typeof round === 'string' && ROUND.test(round) ? Number(round) : 0;
}
