import type { FastifyReply } from 'fastify';
import { formOf } from '../../../platform/http/index.ts';
import { dayAfter } from '../../../platform/time/local-days.ts';
import { dueDayOf, slipOffer, slipOfferOf } from '../../kinds/slip/index.ts';
import { closedShopPage, heldPage, usedUpPage } from '../page/reply.ts';
import { takeTry } from '../page/try-to-pay.ts';
import { slipPath } from '../routes.ts';
import { readSlipForm } from '../slip-form/read-slip-form.ts';
import { payBySlip } from '../ways/pay-by-slip.ts';
import { amountByLink, CHANGED_AMOUNT, type SentForm, visitPageOf } from './sent-link.ts';
import { type LinkPages, showLinkEnd, showLinkSlip, type Visited } from './show-link-page.ts';
import { intendVisit, paidWith } from './visit.ts';

/** A transaction of its own for each slip. Who asks for very many is held up. */
export async function payLinkBySlip(
  options: LinkPages,
  { request, ...answer }: SentForm,
  visited: Visited,
): Promise<FastifyReply> {
  const { link, shop, offers } = visited;
  const { reply, replies } = answer;
  const read = readSlipForm(formOf(request));
  const { amount, error } = amountByLink(link, read);
  const errors = { ...(error !== undefined && { valor: error }), ...read.errors };
  const over = showLinkEnd(options, answer, visited);
  if (over) {
    const paid = await paidWith(options, { link, amount, read });
    return paid ? reply.redirect(visitPageOf(options, paid), 303) : over;
  }
  if (Object.keys(errors).length > 0) return showLinkSlip(options, answer, visited, { read, errors });
  const taken = await takeTry(options, request.clientAddress, link.merchantId);
  if (!taken) return replies.ended(reply, 429, heldPage(shop));
  const requestId = request.id;
  const { clock, time } = options;
  const dueOn = dueDayOf(slipOfferOf({ offers }) ?? slipOffer({}), time.day(clock.now()));
  // As long as the slip can be paid its buyer may take another way.
  const visit = { link, amount, read, requestId, until: time.startOfDay(dayAfter(dueOn)) };
  const transaction = await intendVisit(options, visit, taken);
  if (!transaction) {
    return showLinkSlip(options, answer, visited, { read, errors: { valor: CHANGED_AMOUNT } });
  }
  await taken.hold(transaction.id);
  const made = await payBySlip(options, { transaction, requestId, read });
  switch (made.kind) {
    case 'tried': {
      const path = await slipPath(options, transaction);
      return reply.redirect(path ?? visitPageOf(options, transaction), 303);
    }
    case 'used_up':
      return replies.ended(reply, 410, usedUpPage(shop));
    case 'shop_closed':
      return replies.ended(reply, 410, closedShopPage(shop));
    case 'impossible':
      return showLinkSlip(options, answer, visited, { read, trouble: made.text });
  }
}
