import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../platform/http/index.ts';
import { cardOfferOf } from '../kinds/card/index.ts';
import { isPixPayment, pixOfferOf } from '../kinds/pix/index.ts';
import { isPayable, type Offer, returnUrlOf, Status, type Transaction } from '../transactions/index.ts';
import { confirmingPage, overPage, overPixPage, receiptPage, UNKNOWN_LINK_PAGE } from './page/ended-views.ts';
import type { HostedPages } from './page/hosted-pages.ts';
import { goOnAfterTry, isFromScript, mendInPlace } from './page/in-place.ts';
import type { Shop } from './page/offer.ts';
import { openOffers } from './page/open-offers.ts';
import { formKeyOf, readForm } from './page/read-form.ts';
import {
  closedShopPage,
  createReplies,
  heldPage,
  localText,
  type Replies,
  usedUpPage,
} from './page/reply.ts';
import { surplusNotes } from './page/surplus-notes.ts';
import { takeTry, tryToPay } from './page/try-to-pay.ts';
import { ANOTHER_WAY, chosenWay, lastWay, sentWay, WAY_PARAMETER, type Way } from './page/ways.ts';
import { readSlipForm } from './slip-form/read-slip-form.ts';
import { payByPix } from './ways/pay-by-pix.ts';
import { payBySlip } from './ways/pay-by-slip.ts';
import { showForm } from './ways/show-form.ts';
import { codeStandOf, showPix, showPixStand } from './ways/show-pix.ts';
import { showSlip, showSlipStand } from './ways/show-slip.ts';

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
    const way = sentWay(intention, form.get(WAY_PARAMETER));
    if (!offer || way !== 'cartao') {
      return makeCharge(options, { request, reply, replies }, { transaction, shop, way });
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
  const offers = charge ? agreed : openOffers(agreed, options);
  if (offers.length === 0) return answer.replies.ended(answer.reply, 410, overPixPage(shop));
  const way = wayOf(offers, asked, lastWay(transaction.order));
  if (way === 'cartao') return showForm(options, answer, { transaction, shop });
  if (way === 'boleto') return showSlip(options, answer, { transaction, shop, address: addressOf(request) });
  return showPix(options, answer, { transaction, shop, charge, address: addressOf(request) });
}

/** `outra`: asked for on the page of a slip. */
function wayOf(offers: readonly Offer[], asked: unknown, last: Way | undefined): Way {
  if (asked !== ANOTHER_WAY) return chosenWay({ offers }, asked ?? last);
  return chosenWay({ offers: offers.filter(({ kind }) => kind !== 'bankSlip') }, undefined);
}

/**
 * Makes a code or a slip, or shows the one that is out. Who asks for very many that the bank refuses is held up.
 */
async function makeCharge(
  options: HostedPages,
  { request, reply, replies }: Visit,
  { transaction, shop, way }: Visited & { readonly way: Way },
): Promise<FastifyReply> {
  const address = addressOf(request);
  const bySlip = way === 'boleto' ? readSlipForm(formOf(request)) : undefined;
  const isOut = bySlip ? options.slips.liveSlip(transaction) : options.pix.liveCharge(transaction);
  if (await isOut) return reply.redirect(address, 303);
  if (bySlip && Object.keys(bySlip.errors).length > 0) {
    return showSlip(options, { reply, replies }, { transaction, shop, address }, { read: bySlip });
  }
  const taken = await takeTry(options, request.clientAddress, transaction.merchantId);
  if (!taken) return replies.ended(reply, 429, heldPage(shop));
  const asked = { transaction, requestId: request.id };
  const made = await (bySlip
    ? payBySlip(options, { ...asked, read: bySlip })
    : payByPix(options, { ...asked, formKey: formKeyOf(formOf(request)) })
  ).catch(async (error: unknown) => {
    await taken.release();
    throw error;
  });
  // An intention has one code at once: a shop may have any number of those that are made.
  if (made.kind === 'tried' && !made.isRefused) await taken.release();
  switch (made.kind) {
    case 'tried':
      return reply.redirect((bySlip && (await slipPath(options, transaction))) ?? address, 303);
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'shop_closed':
      return replies.ended(reply, 410, closedShopPage(shop));
    case 'impossible':
      if (bySlip) {
        const filled = { read: bySlip, trouble: made.text };
        return showSlip(options, { reply, replies }, { transaction, shop, address }, filled);
      }
      return showPix(
        options,
        { reply, replies },
        { transaction, shop, charge: undefined, address },
        made.text,
      );
  }
}

/** The page of the slip that was just made; undefined while the bank is still registering it. */
export async function slipPath(
  { slips }: Pick<HostedPages, 'slips'>,
  transaction: Transaction,
): Promise<string | undefined> {
  const url = (await slips.liveSlip(transaction))?.url;
  return url && new URL(url).pathname;
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
  const bySlip = await showSlipStand(options, reply, { transaction, shop, address });
  if (bySlip) return bySlip;
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
