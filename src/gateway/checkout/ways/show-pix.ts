import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import {
  amountByPix,
  isPixPayment,
  PIX_PAGE_PATH,
  type PixAtAddress,
  pixOfferOf,
} from '../../kinds/pix/index.ts';
import { isSlipPayment } from '../../kinds/slip/index.ts';
import { type Intention, returnUrlOf, Status, type Transaction } from '../../transactions/index.ts';
import { UNKNOWN_LINK_PAGE } from '../page/ended-views.ts';
import { newFormKey } from '../page/form-key.ts';
import type { HostedPages } from '../page/hosted-pages.ts';
import type { Shop } from '../page/offer.ts';
import { openOffers } from '../page/open-offers.ts';
import { localText, type Replies } from '../page/reply.ts';
import { waysView } from '../page/ways.ts';
import { codeView } from '../pix-page/code-view.ts';
import { pixPage } from '../pix-page/ended-views.ts';
import { reload, sendPixPage } from '../pix-page/reply.ts';
import type { PixStand } from '../pix-page/stand.ts';
import { askCodeView } from './ask-code-view.ts';
import { untilOf } from './show-form.ts';
import { slipOutNote } from './slip-out-note.ts';

type PixPageParts = Pick<HostedPages, 'pix' | 'slips' | 'testPayer' | 'clock' | 'time' | 'sandbox'>;

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

const TRY_AGAIN = 'Nada foi cobrado. Tente de novo em alguns minutos, ou pague de outra forma.';

/** How the code of an intention stands: also the word that its page asks for. */
export function codeStandOf(
  { result, order }: Pick<Transaction, 'result' | 'order'>,
  charge: PixAtAddress['charge'] | undefined,
  now: number,
): PixStand | 'none' | 'trying' {
  switch (result.status) {
    case Status.intention:
      if (!charge) return 'none';
      if (charge.ending !== undefined || now >= charge.expiresAt) return 'ending';
      return charge.code === undefined ? 'preparing' : 'waiting';
    case Status.started:
      return isPixPayment(order.payment) || isSlipPayment(order.payment) ? 'preparing' : 'trying';
    case Status.pending:
      return 'trying';
    case Status.authorized:
    case Status.captured:
      return 'paid';
    case Status.canceling:
      return result.capturedAmount === undefined ? 'ending' : 'refunding';
    case Status.canceled:
      return 'refunded';
    case Status.expired:
      return 'expired';
    case Status.intentionCanceled:
      return 'canceled';
    case Status.denied:
    case Status.failed:
      return 'failed';
  }
}

/** The code of an intention that can be paid, or the button that makes one. */
export async function showPix(
  parts: PixPageParts,
  { reply, replies }: Answer,
  shown: Shown & { readonly charge: PixAtAddress['charge'] | undefined },
  trouble?: string,
): Promise<FastifyReply> {
  const { transaction, shop, charge } = shown;
  const { intention } = transaction.order;
  const offer = intention && pixOfferOf(intention);
  if (!intention || !offer) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
  const stand = codeStandOf(transaction, charge, parts.clock.now());
  if (charge && stand === 'waiting') return showCode(parts, reply, { ...shown, charge, intention });
  if (charge && (stand === 'ending' || stand === 'preparing')) {
    return showPixStand(parts, reply, { ...shown, charge, stand });
  }
  const originalAmount = intention.amount ?? transaction.amount;
  const { lastTry } = transaction.result;
  const wasRefused = isPixPayment(transaction.order.payment) && lastTry !== undefined;
  const beside = await parts.pix.besideOf(transaction);
  const body = askCodeView({
    offer: {
      shop,
      description: transaction.order.description,
      amount: amountByPix(originalAmount, offer),
      originalAmount,
      until: untilOf(intention, parts.time),
    },
    ways: await waysBeside(parts, transaction, intention),
    formKey: newFormKey(),
    isAgain: beside?.code !== undefined,
    trouble: trouble ?? (wasRefused ? TRY_AGAIN : undefined),
  });
  return replies.form(reply, 200, shop, body);
}

/** The choice, and what becomes of a slip that is out. */
async function waysBeside(
  parts: Pick<PixPageParts, 'slips' | 'clock' | 'time'>,
  transaction: Transaction,
  { offers: agreed, amount = transaction.amount }: Intention,
): Promise<Html> {
  const offers = openOffers(agreed, parts);
  // A code that is out is shown to its end.
  const shown = agreed.filter((offer) => offer.kind === 'pix' || offers.includes(offer));
  return html`${waysView({ offers: shown, amount }, 'pix')}${await slipOutNote(parts, transaction)}`;
}

async function showCode(
  parts: PixPageParts,
  reply: FastifyReply,
  {
    transaction,
    shop,
    address,
    charge,
    intention,
  }: Shown & { readonly charge: PixAtAddress['charge']; readonly intention: Intention },
): Promise<FastifyReply> {
  const { pix, testPayer, time, clock, sandbox } = parts;
  const originalAmount = intention.amount ?? transaction.amount;
  const amount = amountByPix(originalAmount, pixOfferOf(intention) ?? { discount: 0 });
  const { url } = (await pix.besideOf(transaction)) ?? {};
  const isTestable = url !== undefined && (await testPayer?.canPay(charge)) === true;
  const body = codeView({
    description: transaction.order.description,
    amount,
    originalAmount,
    ways: await waysBeside(parts, transaction, intention),
    code: charge.code ?? '',
    until: localText(time, charge.expiresAt),
    leftMs: charge.expiresAt - clock.now(),
    ask: `${address}/pix`,
    testPay: isTestable ? `${PIX_PAGE_PATH}${url.split(PIX_PAGE_PATH)[1]}/pagar-teste` : undefined,
  });
  const title = `Pagar ${moneyText(amount)} a ${shop.name}`;
  return sendPixPage(
    reply,
    200,
    { title, shop, body, wide: true, refresh: reload('waiting', address) },
    sandbox,
  );
}

/** A Pix that has no code to pay now, as its own page shows it. */
export async function showPixStand(
  { pix, time, sandbox }: PixPageParts,
  reply: FastifyReply,
  {
    transaction,
    shop,
    address,
    charge,
    stand,
  }: Shown & {
    readonly charge: Pick<PixAtAddress['charge'], 'ending'> | undefined;
    readonly stand: Exclude<PixStand, 'waiting'>;
  },
): Promise<FastifyReply> {
  const beside = await pix.besideOf(transaction);
  const { payment } = beside ?? {};
  const shown = pixPage({
    found: { transaction, charge: { ending: charge?.ending } },
    beside: beside ?? { code: undefined, url: undefined, payment: undefined, surplus: [], returns: [] },
    shop,
    stand,
    ask: `${address}/pix`,
    address,
    paidAt: payment && localText(time, payment.receivedAt),
    toShop: returnUrlOf(transaction),
  });
  return sendPixPage(reply, 200, { ...shown, refresh: reload(stand, address) }, sandbox);
}
