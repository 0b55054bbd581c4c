import type { FastifyReply } from 'fastify';
import { cardOffer, cardOfferOf } from '../../kinds/card/index.ts';
import { amountByPix, isPixOffer, pixOfferOf } from '../../kinds/pix/index.ts';
import { dueDayOf, isSlipOffer, slipOffer, slipOfferOf } from '../../kinds/slip/index.ts';
import type { Payments } from '../../payments/index.ts';
import { dayWords } from '../../printed-slip/index.ts';
import type { Offer } from '../../transactions/index.ts';
import { type EndedPage, overPixPage, shopMessagePage } from '../page/ended-views.ts';
import { newFormKey } from '../page/form-key.ts';
import { formView, keepingOf } from '../page/form-view.ts';
import type { HostedPages } from '../page/hosted-pages.ts';
import { installmentChoices } from '../page/installments.ts';
import type { Shop } from '../page/offer.ts';
import { openOffers } from '../page/open-offers.ts';
import { type FieldErrors, NOTHING_TYPED, type ReadForm } from '../page/read-form.ts';
import { closedShopPage, localText, type Replies, usedUpPage } from '../page/reply.ts';
import { waysView } from '../page/ways.ts';
import { NO_SLIP_TYPED, type ReadSlipForm, type SlipErrors } from '../slip-form/read-slip-form.ts';
import { slipForm } from '../slip-form/slip-form-view.ts';
import { askCodeView } from '../ways/ask-code-view.ts';
import { linkStateOf, type PaymentLink } from './payment-link.ts';
import type { PaymentLinkStore } from './store.ts';

export interface LinkPages extends HostedPages {
  readonly links: Pick<PaymentLinkStore, 'findByCode'>;
  readonly payments: HostedPages['payments'] & Pick<Payments, 'intend' | 'intended' | 'tokenOf'>;
  publicUrl(): string;
  /** Address of the picture of the product that a link sells. */
  pictureOf(link: PaymentLink): Promise<string | undefined>;
}

/** A link and what its visitor sees of it. */
export interface Visited {
  readonly link: PaymentLink;
  readonly shop: Shop;
  /** What the shop can be paid by now. */
  readonly offers: readonly Offer[];
}

interface Answer {
  readonly reply: FastifyReply;
  readonly replies: Replies;
}

/** With the shop's own discount where the link says nothing of one, and without a Pix or slip that no bank of the shop would make. */
export async function visitedLink(
  parts: Pick<LinkPages, 'shopOf' | 'clock' | 'time' | 'pix' | 'slips'>,
  link: PaymentLink,
): Promise<Visited> {
  const { merchantId, terms, amount } = link;
  const { pix, slips } = parts;
  const shop = await parts.shopOf(merchantId);
  const isAlone = false;
  const offers = await Promise.all(
    openOffers(terms.offers, parts).map(async (offer) => {
      if (isPixOffer(offer))
        return (await pix.offer(merchantId, offer, { isAlone, discount: shop.pixDiscount }))?.offer;
      if (isSlipOffer(offer)) return (await slips.offer(merchantId, offer, { isAlone, amount }))?.offer;
      return offer;
    }),
  );
  return { link, shop, offers: offers.filter((offer) => offer !== undefined) };
}

/** The form of a link that can be paid. */
export async function showLinkForm(
  { pictureOf, time, sandbox }: Pick<LinkPages, 'pictureOf' | 'time' | 'sandbox'>,
  { reply, replies }: Answer,
  { link, shop, offers }: Visited,
  filled?: {
    readonly read: ReadForm;
    readonly errors: FieldErrors;
    /** Nothing was tried with it: sent before, by a connection that was lost, it may be paid. */
    readonly isSameForm?: boolean;
  },
): Promise<FastifyReply> {
  const { amount, minAmount = 1, maxAmount = 1 } = link;
  const offer = cardOfferOf(link.terms) ?? cardOffer({});
  const body = formView({
    offer: {
      shop,
      description: link.description ?? link.name,
      amount,
      pictureUrl: await pictureOf(link),
      until: link.expiresAt === undefined ? undefined : localText(time, link.expiresAt),
    },
    ways: waysView({ offers, amount }, 'cartao'),
    types: offer.types,
    installments: installmentChoices({
      amount: amount ?? maxAmount,
      isOpen: amount === undefined,
      most: offer.installments,
      fixed: offer.fixedInstallments,
      interestType: offer.interestType,
    }),
    asksDocument: offer.askDocument,
    testCards: sandbox,
    openAmount: amount === undefined ? { min: minAmount, max: maxAmount } : undefined,
    keepsCard: keepingOf(offer.saveCard, offer),
    formKey: (filled?.isSameForm && filled.read.formKey) || newFormKey(),
    typed: filled?.read.typed ?? NOTHING_TYPED,
    errors: filled?.errors ?? {},
    notice: undefined,
  });
  return replies.form(reply, filled ? 422 : 200, shop, body);
}

/** Before there is a code: each visit that asks for one gets a transaction of its own. */
export async function showLinkPix(
  { pictureOf, time }: Pick<LinkPages, 'pictureOf' | 'time'>,
  { reply, replies }: Answer,
  { link, shop, offers }: Visited,
  filled: { readonly typed?: string; readonly error?: string | undefined; readonly trouble?: string } = {},
): Promise<FastifyReply> {
  const { amount, minAmount = 1, maxAmount = 1 } = link;
  const { discount = 0 } = pixOfferOf({ offers }) ?? {};
  const body = askCodeView({
    offer: {
      shop,
      description: link.description ?? link.name,
      amount: amount === undefined ? undefined : amountByPix(amount, { discount }),
      originalAmount: amount,
      pictureUrl: await pictureOf(link),
      until: link.expiresAt === undefined ? undefined : localText(time, link.expiresAt),
    },
    ways: waysView({ offers, amount }, 'pix'),
    formKey: newFormKey(),
    isAgain: false,
    trouble: filled.trouble,
    openAmount:
      amount === undefined
        ? { min: minAmount, max: maxAmount, typed: filled.typed ?? '', error: filled.error }
        : undefined,
  });
  return replies.form(reply, filled.error === undefined ? 200 : 422, shop, body);
}

/** Before there is a slip: each visit that asks for one gets a transaction of its own. */
export async function showLinkSlip(
  { pictureOf, time, clock }: Pick<LinkPages, 'pictureOf' | 'time' | 'clock'>,
  { reply, replies }: Answer,
  { link, shop, offers }: Visited,
  filled: { readonly read?: ReadSlipForm; readonly errors?: SlipErrors; readonly trouble?: string } = {},
): Promise<FastifyReply> {
  const { amount, minAmount = 1, maxAmount = 1 } = link;
  const offer = slipOfferOf({ offers }) ?? slipOffer({});
  const form = slipForm({
    offer: {
      shop,
      description: link.description ?? link.name,
      amount,
      pictureUrl: await pictureOf(link),
      until: link.expiresAt === undefined ? undefined : localText(time, link.expiresAt),
    },
    ways: waysView({ offers, amount }, 'boleto'),
    due: dayWords(dueDayOf(offer, time.day(clock.now()))),
    formKey: newFormKey(),
    typed: filled.read?.typed ?? NO_SLIP_TYPED,
    errors: filled.errors ?? {},
    trouble: filled.trouble,
    openAmount: amount === undefined ? { min: minAmount, max: maxAmount } : undefined,
  });
  return replies.scripted(reply, filled.read ? 422 : 200, shop, form);
}

/** Undefined when the link can be paid. */
export function showLinkEnd(
  parts: Pick<LinkPages, 'clock' | 'time'>,
  { reply, replies }: Answer,
  { link, shop, offers }: Visited,
): FastifyReply | undefined {
  switch (linkStateOf(link, parts.clock.now())) {
    case 'open':
      if (!shop.takesPayments) return replies.ended(reply, 410, closedShopPage(shop));
      if (offers.length > 0) return undefined;
      return replies.ended(
        reply,
        410,
        openOffers(link.terms.offers, parts).length === 0 ? overPixPage(shop) : noPixPage(shop),
      );
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'expired':
      return replies.ended(reply, 410, endPage(shop, 'Este link expirou', 'O prazo deste link acabou.'));
    case 'inactive':
      return replies.ended(
        reply,
        410,
        endPage(shop, 'Este link foi desativado', 'A loja desativou este link.'),
      );
  }
}

function noPixPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Pix indisponível', [
    'Esta loja não recebe por Pix agora. Nada foi cobrado.',
    `Se ainda quiser pagar, combine outra forma com ${shop.name}.`,
  ]);
}

function endPage(shop: Shop, title: string, message: string): EndedPage {
  return shopMessagePage(shop, title, [
    `${message} Nada foi cobrado.`,
    `Se ainda quiser pagar, peça um link novo a ${shop.name}.`,
  ]);
}
