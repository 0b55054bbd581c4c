import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buyerPageHeaders, registerPages } from '../../../../platform/http/index.ts';
import type { LocalTime } from '../../../../platform/time/clock.ts';
import type { Origin } from '../../../history/index.ts';
import { returnUrlOf } from '../../../transactions/rules/return-url.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { AUTHENTICATION_PATH } from './authentication.ts';
import type { AuthenticationPages } from './authentication-pages.ts';
import {
  aheadPage,
  resultPage,
  type SaleShown,
  type ShopShown,
  unknownPage,
  waitingPage,
} from './buyer-pages.ts';
import { createVisits, type Visit, type VisitDependencies } from './visit.ts';

/** What an acquirer's page posts. It is discarded unread. */
const RETURN_LIMIT_BYTES = 64 * 1024;
const ROUND_PARAMETER = 'vez';
const ROUND = /^\d{1,2}$/;
/** `21/11/2026 15:30` */
const MINUTE_PRECISION = 16;

export interface BuyerPages extends VisitDependencies {
  readonly authenticationPages: Pick<AuthenticationPages, 'urlsOfToken' | 'pageUrlOf'>;
  /** The merchant as buyers know it. */
  shopOf(merchantId: number): Promise<ShopShown | undefined>;
  readonly time: LocalTime;
  readonly sandbox: boolean;
  /** The hosted page of an intention, where its buyer goes on. */
  hostedPage(transactionId: string): string;
}

/**
 * The buyer's pages of 3-D Secure: `/3ds/:token` redirects to the acquirer, `/3ds/:token/return` is where the
 * browser comes back to. The return accepts anything from anywhere, also a form posted by another site. It
 * needs no protection against forgery because nothing in it is believed: it only causes a query to the
 * acquirer. Await it before the server listens.
 */
export async function registerBuyerPages(app: FastifyInstance, dependencies: BuyerPages): Promise<void> {
  const { authenticationPages, sandbox } = dependencies;
  const visits = createVisits(dependencies);

  /** Buyers whose sale is over go on to the shop, or see the result here. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, visit: Visit | undefined) => {
    if (!visit) return reply.code(404).headers(buyerPageHeaders(undefined)).send(unknownPage(sandbox));
    const { transaction, phase } = visit;
    const isIntention = transaction.order.intention !== undefined;
    const toShop = isIntention ? undefined : returnUrlOf(transaction);
    const next = isIntention ? dependencies.hostedPage(transaction.id) : toShop;
    if (phase === 'over' && next !== undefined) return reply.redirect(next, 303);
    // A redirect, so that a reload does not ask to post the form again.
    if (request.method === 'POST')
      return reply.redirect(authenticationPages.urlsOfToken(tokenOf(request)).back, 303);
    const shop = await dependencies.shopOf(transaction.merchantId);
    const madeAt = dependencies.time.brazilian(transaction.createdAt).slice(0, MINUTE_PRECISION);
    const sale: SaleShown = { transaction, shop, madeAt, sandbox };
    const page =
      phase === 'over'
        ? resultPage(sale, await declineClassOf(transaction))
        : waiting(request, visit, sale, toShop);
    return reply.headers(buyerPageHeaders(shop)).send(page);
  };

  const waiting = (request: FastifyRequest, visit: Visit, sale: SaleShown, toShop: string | undefined) => {
    const { start, back } = authenticationPages.urlsOfToken(tokenOf(request));
    const late = visit.phase === 'unsure';
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
        ? await visits.find(token)
        : await visits.recordDeparture(token, originOf(request));
      if (visit?.phase !== 'open') return answer(request, reply, visit);
      // The acquirer's page may count the first visit as the buyer's, so a preload must not reach it.
      if (isAhead(request)) {
        const shop = await dependencies.shopOf(visit.transaction.merchantId);
        const { start } = authenticationPages.urlsOfToken(token);
        return reply
          .code(503)
          .headers(buyerPageHeaders(shop))
          .send(aheadPage(shop, sandbox, start));
      }
      return reply.redirect(new URL(authenticationPages.pageUrlOf(visit.authentication)).href, 303);
    });
    pages.route({
      method: ['GET', 'POST'],
      url: `${AUTHENTICATION_PATH}:token/return`,
      schema,
      bodyLimit: RETURN_LIMIT_BYTES,
      handler: async (request, reply) => {
        const token = tokenOf(request);
        const visit = isOnlyALook(request)
          ? await visits.find(token)
          : await visits.handleReturn(token, originOf(request));
        return answer(request, reply, visit);
      },
    });
  });
}

/** Discards a body of any type. */
function readBodiesAway(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));
  pages.addHook('onRequest', (request, _reply, done) => {
    // An unreadable content type would be refused before any parser is asked.
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

/** No buyer is there: a browser preloads the page, or a program checks the address. */
function isOnlyALook(request: FastifyRequest): boolean {
  return request.method === 'HEAD' || isAhead(request);
}

/** How browsers announce a preload: today's header and older ones. */
function isAhead({ headers }: FastifyRequest): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch/i.test(String(headers[name] ?? '')));
}

function roundOf(query: unknown): number {
  const round = (query as Record<string, unknown>)[ROUND_PARAMETER];
  return typeof round === 'string' && ROUND.test(round) ? Number(round) : 0;
}
