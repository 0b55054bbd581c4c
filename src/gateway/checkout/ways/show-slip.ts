import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../../platform/http/index.ts';
import { dueDayOf, isSlipPayment, type LiveSlip, slipOfferOf } from '../../kinds/slip/index.ts';
import { dayWords } from '../../printed-slip/index.ts';
import { returnUrlOf, Status, type Transaction } from '../../transactions/index.ts';
import { UNKNOWN_LINK_PAGE } from '../page/ended-views.ts';
import { newFormKey } from '../page/form-key.ts';
import type { HostedPages } from '../page/hosted-pages.ts';
import { offerSummary, type Shop } from '../page/offer.ts';
import { openOffers } from '../page/open-offers.ts';
import type { Replies } from '../page/reply.ts';
import { waysView } from '../page/ways.ts';
import { reload } from '../pix-page/reply.ts';
import { NO_SLIP_TYPED, type ReadSlipForm } from '../slip-form/read-slip-form.ts';
import { slipForm } from '../slip-form/slip-form-view.ts';
import { endedSlip } from '../slip-page/ended-slip.ts';
import { slipPage } from '../slip-page/reply.ts';
import { untilOf } from './show-form.ts';

type SlipPageParts = Pick<HostedPages, 'slips' | 'clock' | 'time' | 'sandbox'>;

interface Shown {
  readonly transaction: Transaction;
  readonly shop: Shop;
  /** The page itself. */
  readonly address: string;
}

interface Answer {
  readonly reply: FastifyReply;
  readonly replies: Replies;
}

const TRY_AGAIN = 'Nada foi cobrado. Confira os dados e tente de novo, ou pague de outra forma.';
const NOTHING_BESIDE = {
  slip: undefined,
  terms: undefined,
  url: undefined,
  payment: undefined,
  ending: undefined,
  surplus: [],
} as const;

/** The form that asks who pays, or the slip that is out. */
export async function showSlip(
  parts: SlipPageParts,
  { reply, replies }: Answer,
  { transaction, shop, address }: Shown,
  filled: { readonly read?: ReadSlipForm; readonly trouble?: string } = {},
): Promise<FastifyReply> {
  const { time, clock } = parts;
  const { description, intention, payment } = transaction.order;
  const offer = intention && slipOfferOf(intention);
  if (!intention || !offer) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
  const amount = intention.amount ?? transaction.amount;
  const live = await parts.slips.liveSlip(transaction);
  if (live && live.url === undefined) return showPreparing(parts, reply, { transaction, shop, address });
  const ways = waysView({ offers: openOffers(intention.offers, parts), amount }, 'boleto');
  const shown = { shop, description, amount, until: live ? undefined : untilOf(intention, time) };
  if (live) return replies.form(reply, 200, shop, outView(offerSummary(shown), ways, live));
  const wasRefused = isSlipPayment(payment) && transaction.result.lastTry !== undefined;
  const { read, trouble = wasRefused ? TRY_AGAIN : undefined } = filled;
  const form = slipForm({
    offer: shown,
    ways,
    due: dayWords(dueDayOf(offer, time.day(clock.now()))),
    formKey: newFormKey(),
    typed: read?.typed ?? NO_SLIP_TYPED,
    errors: read?.errors ?? {},
    trouble,
  });
  return replies.scripted(reply, read ? 422 : 200, shop, form);
}

function outView(summary: Html, ways: Html | undefined, { url = '', dueOn }: LiveSlip): Html {
  return html`${summary}
<div>${ways}
<div class="card" data-out="boleto"><h2>O seu boleto está pronto</h2>
<p><strong>Vence ${dayWords(dueOn)}</strong></p>
<p class="gap soft">Depois de pago, a loja é avisada em até um dia útil.${ways && ' Se preferir, pague de outra forma: o boleto deixa de valer.'}</p>
<a class="go" href="${url}">Ver o boleto</a>
<a class="go second" href="${url}/pdf">Baixar em PDF</a></div></div>`;
}

/** The bank is registering it: the page looks again by itself. */
function showPreparing(
  { sandbox }: Pick<SlipPageParts, 'sandbox'>,
  reply: FastifyReply,
  { transaction, shop, address }: Shown,
): FastifyReply {
  const shown = endedSlip({
    found: { transaction },
    beside: NOTHING_BESIDE,
    shop,
    stand: 'preparing',
    ask: `${address}/pix`,
    address,
    paidAt: undefined,
    toShop: returnUrlOf(transaction),
  });
  const page = slipPage({ ...shown, refresh: reload('preparing', address) }, sandbox);
  return reply.code(200).headers(page.headers).send(page.text);
}

/**
 * The page of an intention that cannot be paid here now, as its slip stands: one that is being made, that can be paid longer than the
 * intention lasts, or that has paid it. Undefined where no slip has to do with it.
 */
export async function showSlipStand(
  parts: SlipPageParts,
  reply: FastifyReply,
  shown: Shown,
): Promise<FastifyReply | undefined> {
  const { transaction } = shown;
  const { result, order } = transaction;
  if (!order.intention || !slipOfferOf(order.intention)) return undefined;
  const isBySlip = isSlipPayment(order.payment);
  if (result.status === Status.started && isBySlip) return showPreparing(parts, reply, shown);
  const isWaiting = result.status === Status.intention;
  if (!isWaiting && !isBySlip) return undefined;
  const live = isWaiting ? await parts.slips.liveSlip(transaction) : undefined;
  const url = live?.url ?? (isBySlip ? (await parts.slips.besideOf(transaction))?.url : undefined);
  return url === undefined ? undefined : reply.redirect(new URL(url).pathname, 303);
}
