import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { disputesIn } from '../../charges/index.ts';
import type { PixAtAddress, PixBeside } from '../../kinds/pix/index.ts';
import type { Transaction } from '../../transactions/index.ts';
import { type EndedPage, FORWARD_LINE, RECEIPT_BUTTONS, shopMessagePage } from '../page/ended-views.ts';
import { discountNote, type Shop } from '../page/offer.ts';
import { surplusNotes } from '../page/surplus-notes.ts';
import type { PixStand } from './stand.ts';

/** How long the receipt is shown before the redirect to the shop. */
const FORWARD_AFTER_MS = 15_000;

/** A Pix that has no code to pay, and how it stands. */
export interface ShownPix {
  readonly found: {
    readonly transaction: PixAtAddress['transaction'];
    readonly charge: Pick<PixAtAddress['charge'], 'ending'>;
  };
  readonly beside: PixBeside;
  readonly shop: Shop;
  readonly stand: Exclude<PixStand, 'waiting'>;
  /** Where the script asks how it stands. */
  readonly ask: string;
  /** The page itself. */
  readonly address: string;
  /** As people write it; undefined where nothing was paid. */
  readonly paidAt: string | undefined;
  readonly toShop: string | undefined;
}

export const UNKNOWN_PIX_PAGE: EndedPage = shopMessagePage(undefined, 'Pix não encontrado', [
  'Confira se o endereço está completo, ou peça um código novo à loja.',
]);

export function pixPage(shown: ShownPix): EndedPage {
  const { shop, stand, found } = shown;
  const { amount } = found.transaction;
  switch (stand) {
    case 'preparing':
      return passingPage(shown, 'Preparando o seu Pix', [
        `Pix de ${moneyText(amount)} para ${shop.name}. O banco está gerando o código, o que costuma levar alguns segundos.`,
        'O código aparece aqui assim que ficar pronto.',
      ]);
    case 'ending':
      return found.charge.ending === 'void'
        ? passingPage(shown, 'Este Pix está sendo cancelado', [
            'A loja pediu o cancelamento, e o banco está confirmando. Não pague mais este código.',
          ])
        : passingPage(shown, 'O prazo deste Pix acabou', [
            'Estamos confirmando com o banco se ele foi pago. Não pague mais este código.',
            'Se você já pagou, o comprovante aparece aqui.',
          ]);
    case 'paid':
      return receipt(
        shown,
        'Pix recebido',
        html`<div class="note good" role="status"><p>Pix recebido</p></div>`,
      );
    case 'refunding':
      return receipt(
        shown,
        'Devolução em andamento',
        html`<div class="note wait" role="status"><p>Devolução em andamento</p><p>O valor deste Pix está sendo devolvido para a conta que pagou.</p></div>`,
      );
    case 'refunded':
      return receipt(
        shown,
        'Pix devolvido',
        html`<div class="note wait" role="status"><p>Pix devolvido</p><p>O valor voltou para a conta que pagou.</p></div>`,
      );
    case 'expired':
      return overPage(shown, 'Este Pix venceu', 'O prazo para pagar acabou.');
    case 'canceled':
      return overPage(shown, 'Este Pix foi cancelado', 'Ele não pode mais ser pago.');
    case 'failed':
      return overPage(shown, 'Não foi possível gerar o Pix', 'O banco não gerou o código.');
  }
}

function passingPage(
  { shop, stand, ask, address }: ShownPix,
  title: string,
  texts: readonly string[],
): EndedPage {
  return {
    title,
    shop,
    body: html`<div class="card" data-stand="${stand}" data-ask="${ask}"><h1>${title}</h1>
<div role="status">${texts.map((text) => html`<p class="gap">${text}</p>`)}</div>
<a class="go" href="${address}">Atualizar agora</a></div>`,
  };
}

/** Nothing was paid, unless money came all the same. */
function overPage({ shop, beside, toShop }: ShownPix, title: string, reason: string): EndedPage {
  const surplus = surplusNotes(beside, shop);
  const texts = [
    surplus.length === 0 ? `${reason} Nada foi pago.` : reason,
    `Se ainda quiser pagar, peça um código novo a ${shop.name}.`,
  ];
  return shopMessagePage(shop, title, texts, html`${surplus}${backButton(toShop)}`);
}

function receipt(
  { shop, found, beside, stand, ask, paidAt, toShop }: ShownPix,
  title: string,
  note: Html,
): EndedPage {
  const { transaction } = found;
  const { amount, order, referenceId } = transaction;
  const { payment } = beside;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Compra', order.description],
    ['Pedido', referenceId],
    ['Forma', 'Pix'],
    ['Data', paidAt],
    ['Pagador', textOf(payment?.payerName, payment?.payerDocument)],
    ['Loja', textOf(shop.name, shop.document)],
    ['Identificação do Pix', payment?.endToEndId],
    ['Transação', transaction.id],
  ];
  const watched = stand === 'refunding' ? html` data-stand="${stand}" data-ask="${ask}"` : undefined;
  return {
    title,
    shop,
    body: html`<div class="card" data-receipt="${`Comprovante de Pix de ${moneyText(amount)}`}"${watched}>${note}
<h1 class="amount">${moneyText(amount)}</h1>
${stand === 'paid' ? savedNote(transaction) : undefined}
${stand === 'paid' ? partNote(transaction) : undefined}
${takenBackNote(beside)}
${surplusNotes(beside, shop)}
<dl>${facts.map(([name, text]) => (text === undefined ? html`` : html`<dt>${name}</dt><dd>${text}</dd>`))}</dl>
${RECEIPT_BUTTONS}
${
  toShop === undefined
    ? html`<p class="gap soft noprint">Guarde esta página como comprovante. Você já pode fechá-la.</p>`
    : html`<a class="go" href="${toShop}"${stand === 'paid' ? html` data-forward="${FORWARD_AFTER_MS}"` : undefined}>Voltar à loja</a>${stand === 'paid' ? FORWARD_LINE : undefined}`
}</div>`,
  };
}

function textOf(...parts: readonly (string | undefined)[]): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(', ');
}

/** Nobody saves on what goes back. */
function savedNote({ amount, order: { intention } }: Transaction): Html | undefined {
  if (intention?.amount === undefined || intention.amount === amount) return undefined;
  return discountNote(intention.amount, amount, 'economizou');
}

/** What was given back of a Pix that is still paid. */
function partNote({ result: { refundedAmount = 0, refundingAmount = 0 } }: Transaction): Html | undefined {
  if (refundedAmount + refundingAmount === 0) return undefined;
  const texts = [
    ...(refundedAmount > 0 ? [`Já foram devolvidos ${moneyText(refundedAmount)} deste Pix.`] : []),
    ...(refundingAmount > 0 ? [`A devolução de ${moneyText(refundingAmount)} está em andamento.`] : []),
  ];
  return html`<div class="note wait gap" role="status">${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}

/** What the payer's bank took back of it by itself (MED), or holds back. */
function takenBackNote({ payment, returns }: PixBeside): Html | undefined {
  const disputes = disputesIn(returns.filter(({ endToEndId }) => endToEndId === payment?.endToEndId));
  const sumOf = (wanted: 'taken' | 'blocked') =>
    disputes.reduce((sum, { amount, state }) => sum + (state === wanted ? amount : 0), 0);
  const [taken, blocked] = [sumOf('taken'), sumOf('blocked')];
  if (taken + blocked === 0) return undefined;
  const texts = [
    ...(taken > 0
      ? [`O banco devolveu ${moneyText(taken)} deste Pix a quem pagou, por uma contestação.`]
      : []),
    ...(blocked > 0 ? [`O banco bloqueou ${moneyText(blocked)} deste Pix, por uma contestação.`] : []),
  ];
  return html`<div class="note wait gap" role="status">${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}

function backButton(toShop: string | undefined): Html | undefined {
  return toShop === undefined ? undefined : html`<a class="go" href="${toShop}">Voltar à loja</a>`;
}
