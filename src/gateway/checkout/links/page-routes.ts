import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../../platform/http/index.ts';
import { qrCodeSvg } from '../../../platform/qr-code.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readAmountText } from '../../../platform/text/amount-text.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { refusalOfChoice } from '../../intentions/index.ts';
import type { IntendRequest, Payments } from '../../payments/index.ts';
import { isPayable, type Transaction } from '../../transactions/index.ts';
import { shopMessagePage, UNKNOWN_LINK_PAGE } from '../page/ended-views.ts';
import { formView, keepingOf } from '../page/form-view.ts';
import { installmentChoices } from '../page/installments.ts';
import type { Shop } from '../page/offer.ts';
import { type FieldErrors, NOTHING_TYPED, type ReadForm, readForm } from '../page/read-form.ts';
import { errorsOfRefusal } from '../page/refusal-texts.ts';
import { closedShopPage, createReplies, heldPage, localText, usedUpPage } from '../page/reply.ts';
import type { HostedPages } from '../page/routes.ts';
import { takeTry, tryNewIntention } from '../page/try-to-pay.ts';
import type { TakenTry } from '../tries/try-limits.ts';
import { isCode, linkStateOf, type PaymentLink } from './payment-link.ts';
import type { PaymentLinkStore } from './store.ts';

const LINK_PATH = '/p/';
const FORM_KEY_BYTES = 16;
/** How long a buyer may try again after a refusal. */
const VISIT_MS = 60 * 60_000;
/** After the back button: the form that comes with it can be sent. */
const CHANGED_AMOUNT = 'O valor mudou desde o primeiro envio. Confira e envie de novo.';

export interface LinkPages extends HostedPages {
  readonly links: Pick<PaymentLinkStore, 'findByCode'>;
  readonly payments: HostedPages['payments'] & Pick<Payments, 'intend' | 'intended' | 'tokenOf'>;
  publicUrl(): string;
  /** Address of the picture of the product that a link sells. */
  pictureOf(link: PaymentLink): Promise<string | undefined>;
}

/** The short address of a reusable link: each payment creates its own transaction. */
export async function registerLinkPages(app: FastifyInstance, options: LinkPages): Promise<void> {
  const { payments, clock, time } = options;
  const replies = createReplies(options);

  const linkOf = async (request: FastifyRequest): Promise<PaymentLink | undefined> => {
    const code = (request.params as { code: string }).code.toLowerCase();
    return isCode(code) ? options.links.findByCode(code) : undefined;
  };

  const showForm = async (
    reply: FastifyReply,
    link: PaymentLink,
    shop: Shop,
    filled?: { readonly read: ReadForm; readonly errors: FieldErrors },
  ) => {
    const { amount, minAmount = 1, maxAmount = 1, terms } = link;
    const { intention, payment } = terms;
    const body = formView({
      offer: {
        shop,
        description: link.description ?? link.name,
        amount,
        pictureUrl: await options.pictureOf(link),
        until: link.expiresAt === undefined ? undefined : localText(time, link.expiresAt),
      },
      types: intention.types,
      installments: installmentChoices({
        amount: amount ?? maxAmount,
        isOpen: amount === undefined,
        most: intention.installments,
        fixed: intention.fixedInstallments,
        interestType: payment.interestType,
      }),
      asksDocument: intention.askDocument === true,
      openAmount: amount === undefined ? { min: minAmount, max: maxAmount } : undefined,
      keepsCard: keepingOf(payment.saveCard, payment),
      formKey: randomBytes(FORM_KEY_BYTES).toString('base64url'),
      typed: filled?.read.typed ?? NOTHING_TYPED,
      errors: filled?.errors ?? {},
      notice: undefined,
    });
    return replies.form(reply, filled ? 422 : 200, shop, body);
  };

  /** Undefined when the link can be paid. */
  const showEnd = (reply: FastifyReply, link: PaymentLink, shop: Shop) => {
    switch (linkStateOf(link, clock.now())) {
      case 'open':
        return shop.takesPayments ? undefined : replies.ended(reply, 410, closedShopPage(shop));
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
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const link = await linkOf(request);
    if (!link) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const shop = await options.shopOf(link.merchantId);
    return showEnd(reply, link, shop) ?? showForm(reply, link, shop);
  };

  const pay = async (request: FastifyRequest, reply: FastifyReply) => {
    const link = await linkOf(request);
    if (!link) return replies.ended(reply, 404, UNKNOWN_LINK_PAGE);
    const shop = await options.shopOf(link.merchantId);
    const { intention } = link.terms;
    const read = readForm(formOf(request), {
      types: intention.types,
      asksDocument: intention.askDocument === true,
      checkDocuments: options.checkDocuments,
      headers: request.headers,
      now: clock.now(),
    });
    const { amount, error } = amountOf(link, read);
    if (linkStateOf(link, clock.now()) !== 'open' || !shop.takesPayments) {
      const paid = await paidWith(link, amount, read);
      return paid ? reply.redirect(pageOf(paid), 303) : showEnd(reply, link, shop);
    }
    const errors = {
      ...(error === undefined ? {} : { valor: error }),
      ...errorsOfChoice(link, read),
      ...read.errors,
    };
    if (Object.keys(errors).length > 0) return showForm(reply, link, shop, { read, errors });
    const taken = await takeTry(options, request.clientAddress, link.merchantId);
    if (!taken) return replies.ended(reply, 429, heldPage(shop));
    const transaction = await intend(intentOf(link, amount, read, request.id), taken);
    if (!transaction) return showForm(reply, link, shop, { read, errors: { valor: CHANGED_AMOUNT } });
    const tried = await tryNewIntention(options, { transaction, read, requestId: request.id }, taken);
    switch (tried.kind) {
      case 'tried':
        return reply.redirect(pageOf(transaction), 303);
      case 'used_up':
        return replies.ended(reply, 410, usedUpPage(shop));
      case 'shop_closed':
        return replies.ended(reply, 410, closedShopPage(shop));
      case 'mend':
        return showForm(reply, link, shop, { read, errors: tried.errors });
    }
  };

  const pageOf = (transaction: Transaction) => `/v1/payment/${payments.tokenOf(transaction)}`;

  /** The payment of a form that was sent before: its buyer must not read that nothing was charged. */
  const paidWith = async (
    link: PaymentLink,
    amount: number,
    read: ReadForm,
  ): Promise<Transaction | undefined> => {
    const idempotency = idempotencyOf(link, amount, read);
    if (!idempotency) return undefined;
    const made = await payments.intended({ merchantId: link.merchantId, idempotency }).catch(ofAnotherAmount);
    return made && !isPayable(made, clock.now()) ? made : undefined;
  };

  /** Undefined when the form was sent before with another amount. */
  const intend = async (request: IntendRequest, taken: TakenTry): Promise<Transaction | undefined> => {
    try {
      return (await payments.intend(request)).transaction;
    } catch (error) {
      await taken.release();
      return ofAnotherAmount(error);
    }
  };

  const intentOf = (link: PaymentLink, amount: number, read: ReadForm, requestId: string) => {
    const { terms, merchantId, id } = link;
    const visitEnds = clock.now() + VISIT_MS;
    return {
      merchantId,
      origin: { kind: 'checkout', requestId },
      intention: {
        referenceId: terms.referenceId,
        amount,
        provider: terms.provider,
        providerVersion: terms.providerVersion,
        order: {
          description: link.description ?? link.name,
          postBackUrl: terms.postBackUrl,
          returnUrl: terms.returnUrl,
          customer: undefined,
          payment: { ...terms.payment, card: undefined },
          intention: {
            ...terms.intention,
            expiresAt: Math.min(link.expiresAt ?? visitEnds, visitEnds),
            linkId: id,
          },
        },
      },
      idempotency: idempotencyOf(link, amount, read),
    } as const;
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

function amountOf(link: PaymentLink, { typed }: ReadForm): { amount: number; error?: string } {
  if (link.amount !== undefined) return { amount: link.amount };
  const { minAmount = 1, maxAmount = 1 } = link;
  const amount = readAmountText(typed.valor);
  if (typeof amount === 'number' && amount >= minAmount && amount <= maxAmount) return { amount };
  return { amount: 0, error: `Digite um valor de ${moneyText(minAmount)} a ${moneyText(maxAmount)}.` };
}

function idempotencyOf({ id }: PaymentLink, amount: number, { formKey }: ReadForm) {
  return formKey === '' ? undefined : { key: `link ${id} ${formKey}`, content: [amount] };
}

function ofAnotherAmount(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'idempotency_mismatch') throw error;
}

/** Checked before anything is stored: otherwise anybody with the link could create intentions that nobody can pay. */
function errorsOfChoice({ terms }: PaymentLink, { payment }: ReadForm): FieldErrors {
  const reason = refusalOfChoice(terms.intention, payment);
  return reason === undefined ? {} : (errorsOfRefusal(reason) ?? {});
}

function endPage(shop: Shop, title: string, message: string) {
  return shopMessagePage(shop, title, [
    `${message} Nada foi cobrado.`,
    `Se ainda quiser pagar, peça um link novo a ${shop.name}.`,
  ]);
}
