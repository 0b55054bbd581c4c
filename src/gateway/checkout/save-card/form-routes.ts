import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, registerPages } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Payments } from '../../payments/index.ts';
import type { StoredCards, TokenizationStand } from '../../stored-cards/index.ts';
import type { Notice } from '../page/form-view.ts';
import { isFromScript, type Mending, mendInPlace } from '../page/in-place.ts';
import type { Shop } from '../page/offer.ts';
import { type FieldErrors, NOTHING_TYPED, readForm, type TypedForm } from '../page/read-form.ts';
import { errorsOfField, focusAfter, noticeOf } from '../page/refusal-texts.ts';
import { closedShopPage, createReplies, heldPage } from '../page/reply.ts';
import { isShopClosed, takeTry } from '../page/try-to-pay.ts';
import type { HeldLimit, TakenTry, TryLimits } from '../tries/try-limits.ts';
import { closedFormPage, confirmingCardPage, saveCardView, savedPage, UNKNOWN_FORM_PAGE } from './views.ts';
import { textsOf } from './wire.ts';

const PATH = '/v1/save-card/';
const REFRESH_SECONDS = 3;

const NOT_KEPT: Notice = {
  reason: 'Não foi possível guardar o cartão agora.',
  whatToDo: 'Nada foi cobrado. Espere alguns minutos e tente de novo, ou avise a loja.',
};

export interface SaveCardPages {
  readonly storedCards: Pick<StoredCards, 'tokenizations'>;
  readonly payments: Pick<Payments, 'readCard'>;
  readonly limits: TryLimits;
  readonly clock: Clock;
  readonly sandbox: boolean;
  onHeld(limit: HeldLimit): void;
  shopOf(merchantId: number): Promise<Shop>;
}

interface Filled {
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  readonly notice?: Notice;
  readonly focus?: 'numero' | 'cvv';
}

/** The form of a tokenization: GET shows its state, POST stores the card and redirects to GET. */
export async function registerSaveCardPages(app: FastifyInstance, options: SaveCardPages): Promise<void> {
  const { tokenizations } = options.storedCards;
  const replies = createReplies(options);

  const showForm = (reply: FastifyReply, shop: Shop, filled?: Filled) => {
    const { typed = NOTHING_TYPED, errors = {}, notice } = filled ?? {};
    const view = saveCardView({ shop, typed, errors, notice, sandbox: options.sandbox });
    return replies.form(reply, filled ? 422 : 200, shop, view);
  };

  const showClosed = (reply: FastifyReply, shop: Shop) => replies.ended(reply, 410, closedShopPage(shop));

  const showStand = async (request: FastifyRequest, reply: FastifyReply, stand: TokenizationStand) => {
    const { tokenization, card, takesCard } = stand;
    const shop = await options.shopOf(tokenization.merchantId);
    if (takesCard) return shop.takesPayments ? showForm(reply, shop) : showClosed(reply, shop);
    if (card) return replies.ended(reply, 200, savedPage(shop, card, returnUrlOf(stand)));
    if (tokenization.state === 'sending' || tokenization.state === 'pending') {
      const url = addressOf(request);
      return replies.ended(reply, 200, confirmingCardPage(shop, url), { seconds: REFRESH_SECONDS, url });
    }
    return replies.ended(reply, 200, closedFormPage(shop));
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const stand = await tokenizations.findByPage(pageTokenOf(request));
    return stand ? showStand(request, reply, stand) : replies.ended(reply, 404, UNKNOWN_FORM_PAGE);
  };

  const keep = async (request: FastifyRequest, reply: FastifyReply) => {
    const stand = await tokenizations.findByPage(pageTokenOf(request));
    if (!stand) return replies.ended(reply, 404, UNKNOWN_FORM_PAGE);
    const address = addressOf(request);
    const back = () => (isFromScript(request) ? reply.send({ go: address }) : reply.redirect(address, 303));
    if (!stand.takesCard) return back();
    const { tokenization } = stand;
    const { merchantId } = tokenization;
    const shop = await options.shopOf(merchantId);
    const mend = (filled: Filled) =>
      isFromScript(request) ? mendInPlace(reply, inPlace(filled)) : showForm(reply, shop, filled);
    if (!shop.takesPayments) return showClosed(reply, shop);
    const reading = { types: 'credit', asksDocument: false, checkDocuments: false } as const;
    const { typed, errors, payment } = readForm(formOf(request), {
      ...reading,
      headers: request.headers,
      now: options.clock.now(),
    });
    if (Object.keys(errors).length > 0) return mend({ typed, errors });
    const taken = await takeTry(options, request.clientAddress, merchantId);
    if (!taken) return replies.ended(reply, 429, heldPage(shop));
    const filled = await tryToKeep(options, tokenization, { typed, cardFields: payment.cardFields, taken });
    if (filled === 'shop_closed') return showClosed(reply, shop);
    return filled ? mend(filled) : back();
  };

  await registerPages(app, (pages) => {
    const schema = { hide: true };
    pages.get(`${PATH}:token`, { schema }, show);
    pages.post(`${PATH}:token`, { schema }, keep);
  });
}

interface TypedTry {
  readonly typed: TypedForm;
  readonly cardFields: SentFields;
  readonly taken: TakenTry;
}

type SentFields = Parameters<Payments['readCard']>[1]['cardFields'];

/** What to correct in the form; undefined if the page itself shows the state. Only refused cards count as attempts. */
async function tryToKeep(
  { payments, storedCards }: Pick<SaveCardPages, 'payments' | 'storedCards'>,
  tokenization: TokenizationStand['tokenization'],
  { typed, cardFields, taken }: TypedTry,
): Promise<Filled | 'shop_closed' | undefined> {
  const notKept: Filled = { typed, errors: {}, notice: NOT_KEPT };
  try {
    const sent = { cardHash: undefined, cardFields };
    const card = await payments.readCard(tokenization.merchantId, sent, textsOf(tokenization));
    const kept = await storedCards.tokenizations.submitForm(tokenization, card);
    if (kept.kind !== 'declined') await taken.release();
    if (kept.kind === 'failed') return notKept;
    if (kept.kind !== 'declined') return undefined;
    const { message, declineClass } = kept.decline;
    return { typed, errors: {}, notice: noticeOf(message, declineClass), focus: focusAfter(declineClass) };
  } catch (error) {
    await taken.release();
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    if (isShopClosed(error)) return 'shop_closed';
    const wrong = errorsOfField(error.field, error.message);
    return wrong ? { typed, errors: wrong } : notKept;
  }
}

/** Without what was typed, which the page has. */
function inPlace({ typed: _, ...told }: Filled): Mending {
  return told;
}

/** The shop's URL, with the parameters it needs to look up the card. */
function returnUrlOf({ tokenization }: TokenizationStand): string | undefined {
  const { redirectUrl, id, referenceId } = tokenization;
  if (redirectUrl === undefined) return undefined;
  const url = new URL(redirectUrl);
  url.searchParams.set('tokenizationId', id);
  if (referenceId !== undefined) url.searchParams.set('referenceId', referenceId);
  return url.href;
}

function pageTokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function addressOf(request: FastifyRequest): string {
  return `${PATH}${pageTokenOf(request)}`;
}
