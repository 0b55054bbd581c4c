import type { FastifyReply } from 'fastify';
import { html } from '../../../platform/http/index.ts';
import { cardOfferOf, isCardPayment } from '../../kinds/card/index.ts';
import type { Intention, Transaction } from '../../transactions/index.ts';
import { noTriesPage, UNKNOWN_LINK_PAGE } from '../page/ended-views.ts';
import { newFormKey } from '../page/form-key.ts';
import { formView, keepingOf, type Notice } from '../page/form-view.ts';
import type { HostedPages } from '../page/hosted-pages.ts';
import { installmentChoices } from '../page/installments.ts';
import type { Shop } from '../page/offer.ts';
import { openOffers } from '../page/open-offers.ts';
import { type FieldErrors, NOTHING_TYPED, type TypedForm } from '../page/read-form.ts';
import { noticeOf } from '../page/refusal-texts.ts';
import { localText, type Replies } from '../page/reply.ts';
import { waysView } from '../page/ways.ts';
import { slipOutNote } from './slip-out-note.ts';

/** What was typed into a form that has to be corrected. */
export interface Typed {
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  readonly notice?: Notice;
}

/** The form of an intention that can be paid. */
export async function showForm(
  parts: Pick<HostedPages, 'payments' | 'slips' | 'time' | 'clock' | 'sandbox'>,
  { reply, replies }: { readonly reply: FastifyReply; readonly replies: Replies },
  { transaction, shop }: { readonly transaction: Transaction; readonly shop: Shop },
  filled?: Typed,
): Promise<FastifyReply> {
  const { payments, time, sandbox } = parts;
  const { amount, order } = transaction;
  const { intention } = order;
  const offer = intention && cardOfferOf(intention);
  if (!intention || !offer) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
  const { tries, isExhausted, declineClass } = await payments.triesOf(transaction);
  if (isExhausted) return replies.ended(reply, 200, noTriesPage(shop));
  const wasRefused =
    isCardPayment(order.payment) && (tries > 0 || transaction.result.providerMessage !== undefined);
  const lastNotice = wasRefused ? noticeOf(transaction.result.providerMessage, declineClass) : undefined;
  const body = formView({
    offer: { shop, description: order.description, amount, until: untilOf(intention, time) },
    ways: html`${waysView({ offers: openOffers(intention.offers, parts), amount: intention.amount ?? amount }, 'cartao')}${await slipOutNote(parts, transaction)}`,
    types: offer.types,
    installments: installmentChoices({
      amount,
      most: offer.installments,
      fixed: offer.fixedInstallments,
      interestType: offer.interestType,
    }),
    asksDocument: offer.askDocument,
    testCards: sandbox,
    keepsCard: keepingOf(offer.saveCard, offer),
    formKey: newFormKey(),
    typed: filled?.typed ?? NOTHING_TYPED,
    errors: filled?.errors ?? {},
    notice: filled ? filled.notice : lastNotice,
  });
  return replies.form(reply, filled ? 422 : 200, shop, body);
}

/** That of a visit to a reusable link is an hour, which would be no true limit of the link. */
export function untilOf(
  { linkId, expiresAt }: Pick<Intention, 'linkId' | 'expiresAt'>,
  time: HostedPages['time'],
) {
  return linkId === undefined ? localText(time, expiresAt) : undefined;
}
