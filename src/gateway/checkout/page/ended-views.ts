import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { brandTitle } from '../../card-data/index.ts';
import { cardPaymentOf, last4Of } from '../../kinds/card/index.ts';
import { Status, type Transaction } from '../../transactions/index.ts';
import { installmentText } from './installments.ts';
import type { Shop } from './offer.ts';

/** How long the receipt is shown before the redirect to the shop. */
const FORWARD_AFTER_MS = 15_000;

export interface EndedPage {
  readonly title: string;
  readonly shop: Shop | undefined;
  readonly body: Html;
}

/** A page with one message and the shop's name. */
export function shopMessagePage(
  shop: Shop | undefined,
  title: string,
  paragraphs: readonly string[],
  more?: Html,
): EndedPage {
  return {
    title,
    shop,
    body: html`<div class="card"><h1>${title}</h1>
${paragraphs.map((text) => html`<p class="gap">${text}</p>`)}
${more}</div>`,
  };
}

/** Moves while nothing else does. */
export const ASKING_LINE = html`<p class="gap going wait" role="status">Falando com o banco…</p>`;

export function confirmingPage(shop: Shop, { amount }: Transaction, again: string): EndedPage {
  return shopMessagePage(
    shop,
    'Estamos confirmando o seu pagamento',
    [
      `Pagamento de ${moneyText(amount)}. Isso costuma levar alguns segundos.`,
      'Não pague de novo: o resultado aparece aqui e a loja também o recebe.',
    ],
    html`${ASKING_LINE}<a class="go" href="${again}">Atualizar agora</a>`,
  );
}

export interface ReceiptFacts {
  readonly shop: Shop;
  readonly transaction: Transaction;
  /** As people write it. */
  readonly paidAt: string;
  /** Whether the shop has the card for later charges. */
  readonly isCardKept: boolean;
  /** Of what came besides, by Pix. */
  readonly besides: readonly Html[];
  readonly toShop: string | undefined;
}

/** What can be done with a receipt by the page's script; without it there are the browser's own menus. */
export const RECEIPT_BUTTONS = html`<div class="keepit"><button class="go second" id="imprimir" type="button" hidden>Imprimir ou salvar</button>
<button class="go second" id="compartilhar" type="button" hidden>Compartilhar</button></div>`;

/** Who touches the page stays on it. */
export const FORWARD_LINE = html`<p class="hint noprint" id="volta">Você volta à loja em alguns segundos. Toque na página para ficar nela.</p>`;

/** Less than was authorized, where the shop captured a part. */
function paidAmountOf({ amount, result }: Transaction): number {
  return result.status === Status.captured ? (result.capturedAmount ?? amount) : amount;
}

/** What was given back of a payment that still stands. */
function refundNote({ result: { refundedAmount = 0, status } }: Transaction): Html | undefined {
  if (status !== Status.captured || refundedAmount === 0) return undefined;
  return html`<div class="note wait gap" role="status"><p>Já foram devolvidos ${moneyText(refundedAmount)} deste pagamento.</p></div>`;
}

/** The buyer's receipt, with a link back to the shop. */
export function receiptPage(receipt: ReceiptFacts): EndedPage {
  const { shop, transaction, paidAt, isCardKept, besides, toShop } = receipt;
  const { amount, order, referenceId, result } = transaction;
  const { card, installments, type, interestType } = cardPaymentOf(order);
  const paid = paidAmountOf(transaction);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Compra', order.description],
    ['Pedido', referenceId],
    ['Cartão', card && `${brandTitle(card.brand ?? 'Cartão')} final ${last4Of(card)}`],
    [
      'Forma',
      type === 'debit'
        ? 'Débito'
        : installments > 1
          ? `Crédito, ${installmentText({ amount: paid, count: installments, interestType })}`
          : 'Crédito à vista',
    ],
    ['Cartão salvo', isCardKept ? `Sim, para as próximas cobranças de ${shop.name}` : undefined],
    ['Autorização', result.authorizationCode],
    ['Data', paidAt],
    ['Loja', shop.document === undefined ? shop.name : `${shop.name}, ${shop.document}`],
    ['Transação', transaction.id],
  ];
  return {
    title: 'Pagamento aprovado',
    shop,
    body: html`<div class="card" data-receipt="${`Comprovante de pagamento de ${moneyText(paid)}`}"><div class="note good" role="status"><p>Pagamento aprovado</p></div>
<h1 class="amount">${moneyText(paid)}</h1>
${paid === amount ? undefined : html`<p class="soft">de ${moneyText(amount)} autorizados</p>`}
${refundNote(transaction)}
${besides}
<dl>${facts.map(([name, text]) => (text === undefined ? html`` : html`<dt>${name}</dt><dd>${text}</dd>`))}</dl>
${RECEIPT_BUTTONS}
${
  toShop === undefined
    ? html`<p class="gap soft noprint">Guarde esta página como comprovante. Você já pode fechá-la.</p>`
    : html`<a class="go" href="${toShop}" data-forward="${FORWARD_AFTER_MS}">Voltar à loja</a>${FORWARD_LINE}`
}</div>`,
  };
}

/** The page of a link that can no longer be paid. */
export function overPage(shop: Shop, { result, order }: Transaction, toShop: string | undefined): EndedPage {
  const back = toShop === undefined ? undefined : html`<a class="go" href="${toShop}">Voltar à loja</a>`;
  const askShop = `Se ainda quiser pagar, peça um link novo a ${shop.name}.`;
  switch (result.status) {
    case Status.intentionCanceled:
      return shopMessagePage(
        shop,
        'Este link foi cancelado',
        ['A loja cancelou este pagamento. Nada foi cobrado.', askShop],
        back,
      );
    case Status.canceling:
      return result.capturedAmount === undefined
        ? shopMessagePage(
            shop,
            'Este pagamento está sendo cancelado',
            ['Não pague mais por aqui.', askShop],
            back,
          )
        : shopMessagePage(
            shop,
            'Devolução em andamento',
            ['O valor deste pagamento está sendo devolvido.'],
            back,
          );
    case Status.canceled:
      return shopMessagePage(
        shop,
        'Pagamento cancelado',
        [
          'Este pagamento foi cancelado. Se o valor já aparece na sua fatura ou no seu extrato, ele será devolvido.',
          `Em caso de dúvida, fale com ${shop.name}.`,
        ],
        back,
      );
    default:
      return shopMessagePage(
        shop,
        'Este link expirou',
        [
          order.intention?.linkId === undefined
            ? 'O prazo deste pagamento acabou. Nada foi cobrado.'
            : 'O tempo para pagar acabou. Nada foi cobrado.',
          askShop,
        ],
        back,
      );
  }
}

export function noTriesPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'Limite de tentativas', [
    'Este link já teve o máximo de tentativas de pagamento. Nada foi cobrado.',
    `Para pagar, peça um link novo a ${shop.name}.`,
  ]);
}

/** Nothing else is offered. */
export function overPixPage(shop: Shop): EndedPage {
  return shopMessagePage(shop, 'O prazo deste Pix acabou', [
    'O prazo para pagar por Pix acabou. Se você não pagou, nada foi cobrado.',
    `Se ainda quiser pagar, peça um link novo a ${shop.name}.`,
  ]);
}

export const UNKNOWN_LINK_PAGE: EndedPage = shopMessagePage(undefined, 'Link não encontrado', [
  'Confira se o endereço está completo, ou peça um link novo à loja.',
]);
