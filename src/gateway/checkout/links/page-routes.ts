import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../../platform/http/index.ts';
import { qrCodeSvg } from '../../../platform/qr-code.ts';
import { cardOffer, cardOfferOf, refusalOfChoice } from '../../kinds/card/index.ts';
import { UNKNOWN_LINK_PAGE } from '../page/ended-views.ts';
import { correctInPlace, goOnAfterTry, isFromScript, mendInPlace } from '../page/in-place.ts';
import { type FieldErrors, formKeyOf, type ReadForm, readForm } from '../page/read-form.ts';
import { errorsOfRefusal } from '../page/refusal-texts.ts';
import { closedShopPage, createReplies, heldPage, usedUpPage } from '../page/reply.ts';
import { takeTry, tryNewIntention } from '../page/try-to-pay.ts';
import { chosenWay, sentWay, WAY_PARAMETER } from '../page/ways.ts';
import { payByPix } from '../ways/pay-by-pix.ts';
import { payLinkBySlip } from './pay-by-slip.ts';
import { isCode, linkStateOf, type PaymentLink } from './payment-link.ts';
import { amountByLink, CHANGED_AMOUNT, type SentForm, visitPageOf } from './sent-link.ts';
import {
  type LinkPages,
  showLinkEnd,
  showLinkForm,
  showLinkPix,
  showLinkSlip,
  type Visited,
  visitedLink,
} from './show-link-page.ts';
import { intendVisit, paidWith } from './visit.ts';

const LINK_PATH = '/p/';

/** The short address of a reusable link: each payment creates its own transaction. */
export async function registerLinkPages(app: FastifyInstance, options: LinkPages): Promise<void> {
  const replies = createReplies(options);

  const linkOf = async (request: FastifyRequest): Promise<PaymentLink | undefined> => {
    const code = (request.params as { code: string }).code.toLowerCase();
    return isCode(code) ? options.links.findByCode(code) : undefined;
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const link = await linkOf(request);
    if (!link) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const visited = await visitedLink(options, link);
    const answer = { reply, replies };
    const asked = (request.query as Record<string, unknown>)[WAY_PARAMETER];
    const shown = SHOWN[chosenWay(visited, asked)];
    return showLinkEnd(options, answer, visited) ?? shown(options, answer, visited);
  };

  const pay = async (request: FastifyRequest, reply: FastifyReply) => {
    const link = await linkOf(request);
    if (!link) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const visited = await visitedLink(options, link);
    const way = sentWay(link.terms, formOf(request).get(WAY_PARAMETER));
    return PAID[way](options, { request, reply, replies }, visited);
  };

  await registerPages(app, (pages) => {
    const schema = { hide: true };
    pages.get(`${LINK_PATH}:code`, { schema }, show);
    pages.post(`${LINK_PATH}:code`, { schema }, pay);
    pages.get(`${LINK_PATH}:code/qr.svg`, { schema }, async (request, reply) => {
      const link = await linkOf(request);
      if (!link) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
      const svg = qrCodeSvg(`${options.publicUrl()}${LINK_PATH}${link.code}`, 'QR code do link de pagamento');
      return reply.header('Content-Type', 'image/svg+xml; charset=utf-8').send(svg);
    });
  });
}

/** What is paid, and what has to be corrected first. */
function checkForm(
  link: PaymentLink,
  read: ReadForm,
): { readonly amount: number; readonly errors: FieldErrors } {
  const { amount, error } = amountByLink(link, read);
  const wrongAmount = error === undefined ? {} : { valor: error };
  return { amount, errors: { ...wrongAmount, ...errorsOfChoice(link, read), ...read.errors } };
}

async function payLinkByCard(
  options: LinkPages,
  { request, ...answer }: SentForm,
  visited: Visited,
): Promise<FastifyReply> {
  const { link, shop } = visited;
  const { reply, replies } = answer;
  const mend = (read: ReadForm, errors: FieldErrors) =>
    isFromScript(request)
      ? mendInPlace(reply, { errors })
      : showLinkForm(options, answer, visited, { read, errors });
  const offer = cardOfferOf(link.terms) ?? cardOffer({});
  const read = readForm(formOf(request), {
    types: offer.types,
    asksDocument: offer.askDocument,
    checkDocuments: options.checkDocuments,
    headers: request.headers,
    now: options.clock.now(),
  });
  const { amount, errors } = checkForm(link, read);
  if (linkStateOf(link, options.clock.now()) !== 'open' || !shop.takesPayments) {
    const paid = await paidWith(options, { link, amount, read });
    const address = paid && visitPageOf(options, paid);
    if (address) return isFromScript(request) ? reply.send({ go: address }) : reply.redirect(address, 303);
  }
  const over = showLinkEnd(options, answer, visited);
  if (over) return over;
  if (Object.keys(errors).length > 0) {
    return isFromScript(request)
      ? correctInPlace(reply, errors)
      : showLinkForm(options, answer, visited, { read, errors, isSameForm: true });
  }
  const taken = await takeTry(options, request.clientAddress, link.merchantId);
  if (!taken) return replies.ended(reply, 429, heldPage(shop));
  const requestId = request.id;
  const transaction = await intendVisit(options, { link, amount, read, requestId }, taken);
  if (!transaction) return mend(read, { valor: CHANGED_AMOUNT });
  const tried = await tryNewIntention(options, { transaction, read, requestId }, taken);
  switch (tried.kind) {
    case 'tried': {
      const token = options.payments.tokenOf(transaction);
      return goOnAfterTry(options, { request, reply }, { token, address: visitPageOf(options, transaction) });
    }
    case 'held':
      return replies.ended(reply, 429, heldPage(shop));
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'shop_closed':
      return replies.ended(reply, 410, closedShopPage(shop));
    case 'mend':
      return mend(read, tried.errors);
  }
}

const SHOWN = { cartao: showLinkForm, pix: showLinkPix, boleto: showLinkSlip } as const;
const PAID = { cartao: payLinkByCard, pix: payLinkByPix, boleto: payLinkBySlip } as const;

/** A transaction of its own for each code. Who asks for very many is held up. */
async function payLinkByPix(
  options: LinkPages,
  { request, ...answer }: SentForm,
  visited: Visited,
): Promise<FastifyReply> {
  const { link, shop } = visited;
  const { reply, replies } = answer;
  const form = formOf(request);
  const typed = (form.get('valor') ?? '').trim();
  const { amount, error } = amountByLink(link, { typed: { valor: typed } });
  const sent = { link, amount, read: { formKey: formKeyOf(form) } };
  const over = showLinkEnd(options, answer, visited);
  if (over) {
    const paid = await paidWith(options, sent);
    return paid ? reply.redirect(visitPageOf(options, paid), 303) : over;
  }
  if (error !== undefined) return showLinkPix(options, answer, visited, { typed, error });
  const taken = await takeTry(options, request.clientAddress, link.merchantId);
  if (!taken) return replies.ended(reply, 429, heldPage(shop));
  const requestId = request.id;
  const transaction = await intendVisit(options, { ...sent, requestId }, taken);
  if (!transaction) return showLinkPix(options, answer, visited, { typed, error: CHANGED_AMOUNT });
  await taken.hold(transaction.id);
  const made = await payByPix(options, { transaction, requestId, formKey: sent.read.formKey });
  switch (made.kind) {
    case 'tried':
      return reply.redirect(visitPageOf(options, transaction), 303);
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'shop_closed':
      return replies.ended(reply, 410, closedShopPage(shop));
    case 'impossible':
      return showLinkPix(options, answer, visited, { typed, trouble: made.text });
  }
}

/** Checked before anything is stored: otherwise anybody with the link could create intentions that nobody can pay. */
function errorsOfChoice({ terms }: PaymentLink, { payment }: ReadForm): FieldErrors {
  const offer = cardOfferOf(terms);
  const reason = offer ? refusalOfChoice(offer, payment) : 'type_not_offered';
  return reason === undefined ? {} : (errorsOfRefusal(reason) ?? {});
}
