import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../../platform/http/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { wantsCard } from '../../intentions/index.ts';
import { cardPaymentOf } from '../../kinds/card/index.ts';
import type { Payments } from '../../payments/index.ts';
import {
  type Intention,
  isPayable,
  returnUrlOf,
  Status,
  type Transaction,
} from '../../transactions/index.ts';
import { confirmingPage, noTriesPage, overPage, receiptPage, UNKNOWN_LINK_PAGE } from './ended-views.ts';
import { formView, keepingOf, type Notice } from './form-view.ts';
import { installmentChoices } from './installments.ts';
import type { Shop } from './offer.ts';
import { type FieldErrors, NOTHING_TYPED, readForm, type TypedForm } from './read-form.ts';
import { noticeOf } from './refusal-texts.ts';
import { closedShopPage, createReplies, heldPage, localText, usedUpPage } from './reply.ts';
import { type TryDependencies, tryToPay } from './try-to-pay.ts';

const PAYMENT_PATH = '/v1/payment/';
const ROUND_PARAMETER = 'vez';
/** Seconds before each reload of the waiting page, which then stops: about 5 minutes in all. */
const REFRESH_SECONDS = [1, 2, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 30, 30, 30, 30] as const;
const FORM_KEY_BYTES = 16;

export interface HostedPages extends TryDependencies {
  readonly payments: Pick<Payments, 'findIntention' | 'pay' | 'triesOf' | 'savedTokenOf' | 'redirectUrlOf'>;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly sandbox: boolean;
  readonly checkDocuments: boolean;
  shopOf(merchantId: number): Promise<Shop>;
  /** Tells who asked for the page what became of its charge. */
  settleCharge(chargeId: number): Promise<void>;
}

interface Typed {
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  readonly notice?: Notice;
}

/** The page of an intention: GET shows its state, POST tries to pay it and redirects to GET. */
export async function registerHostedPages(app: FastifyInstance, options: HostedPages): Promise<void> {
  const { payments, clock, time } = options;

  const replies = createReplies(options);

  /** That of a visit to a reusable link is an hour, which would be no true limit of the link. */
  const untilOf = ({ linkId, expiresAt }: Pick<Intention, 'linkId' | 'expiresAt'>) =>
    linkId === undefined ? localText(time, expiresAt) : undefined;

  const showForm = async (reply: FastifyReply, transaction: Transaction, shop: Shop, filled?: Typed) => {
    const { amount, order } = transaction;
    const { intention } = order;
    if (!intention) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const payment = cardPaymentOf(order);
    const { tries, isExhausted, declineClass } = await payments.triesOf(transaction);
    if (isExhausted) return replies.ended(reply, 200, noTriesPage(shop));
    const wasRefused = tries > 0 || transaction.result.providerMessage !== undefined;
    const notice = filled
      ? filled.notice
      : wasRefused
        ? noticeOf(transaction.result.providerMessage, declineClass)
        : undefined;
    const body = formView({
      offer: { shop, description: order.description, amount, until: untilOf(intention) },
      types: intention.types,
      installments: installmentChoices({
        amount,
        most: intention.installments,
        fixed: intention.fixedInstallments,
        interestType: payment.interestType,
      }),
      asksDocument: intention.askDocument === true,
      keepsCard: keepingOf(wantsCard(order), payment),
      formKey: randomBytes(FORM_KEY_BYTES).toString('base64url'),
      typed: filled?.typed ?? NOTHING_TYPED,
      errors: filled?.errors ?? {},
      notice,
    });
    return replies.form(reply, filled ? 422 : 200, shop, body);
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const transaction = await payments.findIntention(tokenOf(request));
    if (!transaction) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const shop = await options.shopOf(transaction.merchantId);
    const { status } = transaction.result;
    const { chargeId } = transaction.order;
    // The buyer shows this page at the till: by then the sale is paid there too.
    if (chargeId !== undefined && isOver(status)) await options.settleCharge(chargeId);
    const address = addressOf(request);
    if (isPayable(transaction, clock.now())) {
      return shop.takesPayments
        ? showForm(reply, transaction, shop)
        : replies.ended(reply, 410, closedShopPage(shop));
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
        await options.limits.approved(transaction.id);
        const paidAt = localText(time, transaction.updatedAt);
        const isCardKept = (await payments.savedTokenOf(transaction)) !== undefined;
        const receipt = receiptPage({
          shop,
          transaction,
          paidAt,
          isCardKept,
          toShop: returnUrlOf(transaction),
        });
        return replies.ended(reply, 200, receipt);
      }
      default:
        return replies.ended(reply, 200, overPage(shop, transaction, returnUrlOf(transaction)));
    }
  };

  const pay = async (request: FastifyRequest, reply: FastifyReply) => {
    const transaction = await payments.findIntention(tokenOf(request));
    if (!transaction) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const { merchantId, order } = transaction;
    const { intention } = order;
    const address = addressOf(request);
    if (!intention || !isPayable(transaction, clock.now())) return reply.redirect(address, 303);
    const shop = await options.shopOf(merchantId);
    if (!shop.takesPayments) return replies.ended(reply, 410, closedShopPage(shop));
    const read = readForm(formOf(request), {
      types: intention.types,
      asksDocument: intention.askDocument === true,
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
        return reply.redirect(address, 303);
      case 'held':
        return replies.ended(reply, 429, heldPage(shop));
      case 'used_up':
        return replies.ended(reply, 410, usedUpPage(shop));
      case 'shop_closed':
        return replies.ended(reply, 410, closedShopPage(shop));
      case 'mend':
        return showForm(reply, transaction, shop, { typed: read.typed, ...tried });
    }
  };

  await registerPages(app, (pages) => {
    const schema = { hide: true };
    pages.get(`${PAYMENT_PATH}:token`, { schema }, show);
    pages.post(`${PAYMENT_PATH}:token`, { schema }, pay);
  });
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
