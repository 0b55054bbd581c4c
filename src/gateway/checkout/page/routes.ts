import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../../platform/http/index.ts';
import { cardOfferOf } from '../../kinds/card/index.ts';
import { isPixPayment, payableOffers, pixOfferOf } from '../../kinds/pix/index.ts';
import { isPayable, returnUrlOf, Status, type Transaction } from '../../transactions/index.ts';
import { payByPix } from '../ways/pay-by-pix.ts';
import { codeStandOf, showPix, showPixStand } from '../ways/show-pix.ts';
import { chosenWay, lastWay, WAY_PARAMETER } from '../ways/ways.ts';
import { confirmingPage, overPage, overPixPage, receiptPage, UNKNOWN_LINK_PAGE } from './ended-views.ts';
import type { HostedPages } from './hosted-pages.ts';
import { goOnAfterTry, isFromScript, mendInPlace } from './in-place.ts';
import type { Shop } from './offer.ts';
import { formKeyOf, readForm } from './read-form.ts';
import { closedShopPage, createReplies, heldPage, localText, type Replies, usedUpPage } from './reply.ts';
import { showForm } from './show-form.ts';
import { surplusNotes } from './surplus-notes.ts';
import { takeTry, tryToPay } from './try-to-pay.ts';

const PAYMENT_PATH = '/v1/payment/';
const ROUND_PARAMETER = 'vez';
/** Seconds before each reload of the waiting page, which then stops: about 5 minutes in all. */
const REFRESH_SECONDS = [1, 2, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 30, 30, 30, 30] as const;

/** The page of an intention: GET shows its state, POST tries to pay it and redirects to GET. */
export async function registerHostedPages(app: FastifyInstance, options: HostedPages): Promise<void> {
  const { payments, clock } = options;
  const replies = createReplies(options);

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const transaction = await payments.findIntention(tokenOf(request));
    if (!transaction) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const shop = await options.shopOf(transaction.merchantId);
    const { status } = transaction.result;
    const { chargeId } = transaction.order;
    // The buyer shows this page at the till: by then the sale is paid there too.
    if (chargeId !== undefined && isOver(status)) await options.settleCharge(chargeId);
    if (isPayable(transaction, clock.now())) {
      return shop.takesPayments
        ? showPayable(options, { request, reply, replies }, { transaction, shop })
        : replies.ended(reply, 410, closedShopPage(shop));
    }
    return showStand(options, { request, reply, replies }, transaction, shop);
  };

  const pay = async (request: FastifyRequest, reply: FastifyReply) => {
    const transaction = await payments.findIntention(tokenOf(request));
    if (!transaction) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const { merchantId, order } = transaction;
    const { intention } = order;
    const address = addressOf(request);
    if (!intention || !isPayable(transaction, clock.now())) {
      return isFromScript(request) ? reply.send({ go: address }) : reply.redirect(address, 303);
    }
    const shop = await options.shopOf(merchantId);
    if (!shop.takesPayments) return replies.ended(reply, 410, closedShopPage(shop));
    const form = formOf(request);
    const offer = cardOfferOf(intention);
    if (!offer || form.get(WAY_PARAMETER) === 'pix') {
      return makeCode(options, { request, reply, replies }, { transaction, shop });
    }
    const read = readForm(form, {
      types: offer.types,
      asksDocument: offer.askDocument,
      checkDocuments: options.checkDocuments,
      headers: request.headers,
      now: clock.now(),
    });
    const tried = await tryToPay(options, {
      transaction,
      read,
      address: request.clientAddress,
      requestId: request.id,
    });
    switch (tried.kind) {
      case 'tried':
        return goOnAfterTry(options, { request, reply }, { token: tokenOf(request), address });
      case 'held':
        return replies.ended(reply, 429, heldPage(shop));
      case 'used_up':
        return replies.ended(reply, 410, usedUpPage(shop));
      case 'shop_closed':
        return replies.ended(reply, 410, closedShopPage(shop));
      case 'mend':
        if (isFromScript(request)) return mendInPlace(reply, { errors: tried.errors, notice: tried.notice });
        return showForm(options, { reply, replies }, { transaction, shop }, { typed: read.typed, ...tried });
    }
  };

  await registerPages(app, (pages) => {
    const schema = { hide: true };
    pages.get(`${PAYMENT_PATH}:token`, { schema }, show);
    pages.post(`${PAYMENT_PATH}:token`, { schema }, pay);
  });
  app.get(`${PAYMENT_PATH}:token/pix`, { schema: { hide: true } }, async (request, reply) => {
    const transaction = await payments.findIntention(tokenOf(request));
    if (!transaction) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const charge = await options.pix.liveCharge(transaction);
    return { status: codeStandOf(transaction, charge, clock.now()), again: options.askPace() };
  });
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly replies: Replies;
}

interface Visited {
  readonly transaction: Transaction;
  readonly shop: Shop;
}

/** By what the buyer chose, or tried last. */
async function showPayable(
  options: HostedPages,
  { request, ...answer }: Visit,
  { transaction, shop }: Visited,
): Promise<FastifyReply> {
  const agreed = transaction.order.intention?.offers ?? [];
  const asked = (request.query as Record<string, unknown>)[WAY_PARAMETER];
  const charge = pixOfferOf({ offers: agreed }) && (await options.pix.liveCharge(transaction));
  // A code that is out is shown to its end.
  const offers = charge ? agreed : payableOffers(agreed, options.clock.now());
  if (offers.length === 0) return answer.replies.ended(answer.reply, 410, overPixPage(shop));
  const way = chosenWay({ offers }, asked ?? lastWay(transaction.order));
  if (way === 'cartao') return showForm(options, answer, { transaction, shop });
  return showPix(options, answer, { transaction, shop, charge, address: addressOf(request) });
}

/** Makes a code, or shows the one that is out. Who asks for very many that the bank refuses is held up. */
async function makeCode(
  options: HostedPages,
  { request, reply, replies }: Visit,
  { transaction, shop }: Visited,
): Promise<FastifyReply> {
  const address = addressOf(request);
  if (await options.pix.liveCharge(transaction)) return reply.redirect(address, 303);
  const taken = await takeTry(options, request.clientAddress, transaction.merchantId);
  if (!taken) return replies.ended(reply, 429, heldPage(shop));
  const key = formKeyOf(formOf(request));
  const made = await payByPix(options, { transaction, requestId: request.id, formKey: key }).catch(
    async (error: unknown) => {
      await taken.release();
      throw error;
    },
  );
  // An intention has one code at once: a shop may have any number of those that are made.
  if (made.kind === 'tried' && !made.isRefused) await taken.release();
  switch (made.kind) {
    case 'tried':
      return reply.redirect(address, 303);
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'shop_closed':
      return replies.ended(reply, 410, closedShopPage(shop));
    case 'impossible':
      return showPix(
        options,
        { reply, replies },
        { transaction, shop, charge: undefined, address },
        made.text,
      );
  }
}

/** How an intention stands that cannot be paid now. */
async function showStand(
  options: HostedPages,
  { request, reply, replies }: Visit,
  transaction: Transaction,
  shop: Shop,
): Promise<FastifyReply> {
  const { payments, limits, time } = options;
  const address = addressOf(request);
  const { status } = transaction.result;
  const stand = codeStandOf(transaction, undefined, options.clock.now());
  const isPix = isPixPayment(transaction.order.payment);
  const shown = { transaction, shop, address, charge: undefined };
  if (isPix && (stand === 'preparing' || stand === 'paid' || stand === 'refunding' || stand === 'refunded')) {
    if (stand === 'paid') await limits.approved(transaction.id);
    return showPixStand(options, reply, { ...shown, stand });
  }
  if (stand === 'expired' || stand === 'canceled') {
    // Money that came too late is not called nothing.
    const surplus = await surplusOf(options, transaction);
    if (surplus.length > 0) return showPixStand(options, reply, { ...shown, stand });
  }
  switch (status) {
    case Status.started:
      return reply.redirect(payments.redirectUrlOf(transaction) ?? address, 303);
    case Status.pending: {
      const round = roundOf(request.query);
      const seconds = REFRESH_SECONDS[round];
      const refresh =
        seconds === undefined ? undefined : { seconds, url: `${address}?${ROUND_PARAMETER}=${round + 1}` };
      return replies.ended(reply, 200, confirmingPage(shop, transaction, address), refresh);
    }
    case Status.authorized:
    case Status.captured: {
      await limits.approved(transaction.id);
      const paidAt = localText(time, transaction.updatedAt);
      const isCardKept = (await payments.savedTokenOf(transaction)) !== undefined;
      const receipt = receiptPage({
        shop,
        transaction,
        paidAt,
        isCardKept,
        besides: surplusNotes({ surplus: await surplusOf(options, transaction) }, shop),
        toShop: returnUrlOf(transaction),
      });
      return replies.ended(reply, 200, receipt);
    }
    default:
      return replies.ended(reply, 200, overPage(shop, transaction, returnUrlOf(transaction)));
  }
}

/** What came by Pix, and pays nothing. */
async function surplusOf({ pix }: HostedPages, transaction: Transaction) {
  return (await pix.besideOf(transaction))?.surplus ?? [];
}

/** Nothing more happens by itself. */
function isOver(status: Status): boolean {
  return status !== Status.started && status !== Status.pending && status !== Status.intention;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function addressOf(request: FastifyRequest): string {
  return `${PAYMENT_PATH}${tokenOf(request)}`;
}

function roundOf(query: unknown): number {
  const round = (query as Record<string, unknown>)[ROUND_PARAMETER];
  return typeof round === 'string' && /^\d{1,2}$/.test(round) ? Number(round) : 0;
}
