import { buyerPage, type Html, html, type PageShop } from '../../../../platform/http/index.ts';
import { moneyText } from '../../../../platform/text/number-text.ts';
import { brandTitle } from '../../../card-data/index.ts';
import { Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { cardPaymentOf, last4Of } from '../payment.ts';
import { buyerAdviceFor } from './refusal-advice.ts';

/** How long the waiting page stays before each reload; then it stops. About 5 minutes in all. */
const REFRESH_SECONDS = [2, 2, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 30, 30, 30, 30] as const;

/** What a page shows of a sale. All texts in it come from outside. */
export interface SaleShown {
  readonly transaction: Transaction;
  readonly shop: ShopShown | undefined;
  /** The sandbox charges nobody. */
  readonly sandbox: boolean;
  /** When it was made, in the local time: `21/11/2026 15:30`. */
  readonly madeAt: string;
}

/** The shop as buyers know it. */
export interface ShopShown extends PageShop {
  /** Where buyers go back to. */
  readonly siteUrl: string | undefined;
}

const ICON_PATHS = { good: 'M5 12l5 5 9-10', wrong: 'M6 6l12 12M18 6L6 18', waiting: 'M12 6v6l4 2' } as const;

/** For an address that was never given out, or whose authentication was long ago: no shop is known. */
export function unknownPage(sandbox: boolean): string {
  return buyerPage({
    title: 'Endereço não encontrado',
    shop: undefined,
    sandbox,
    narrow: true,
    body: html`<div class="card"><h1>Endereço não encontrado</h1>
<p class="gap">Confira o endereço, ou volte à loja e comece o pagamento de novo.</p></div>`,
  });
}

/** For a browser that preloads a page before the buyer asks for it. Nearly always it is thrown away. */
export function aheadPage(shop: ShopShown | undefined, sandbox: boolean, toAcquirer: string): string {
  return buyerPage({
    title: 'Confirmação do pagamento',
    shop,
    sandbox,
    narrow: true,
    body: html`<div class="card"><h1>Confirmação do pagamento</h1>
<p class="gap">Falta confirmar a compra na página do seu banco.</p>
<a class="go" href="${toAcquirer}">Ir para a página do banco</a></div>`,
  });
}

/** While the outcome is unknown: reloads by itself and by a link. */
export function waitingPage(
  sale: SaleShown,
  waiting: {
    /** The time to authenticate is over. */
    readonly late: boolean;
    /** How often it has reloaded. */
    readonly round: number;
    readonly addressOfRound: (round: number) => string;
    /** The acquirer's page, for a buyer who left it too early. */
    readonly toAcquirer: string | undefined;
    readonly toShop: string | undefined;
  },
): string {
  const { late, round, addressOfRound, toAcquirer, toShop } = waiting;
  const seconds = REFRESH_SECONDS[round];
  const title = late ? 'Verificando o pagamento' : 'Confirmando o pagamento';
  const stopped = seconds === undefined;
  const patience = stopped
    ? 'Está demorando mais do que o normal. Você pode fechar esta página: a loja recebe o resultado assim que ele sair.'
    : 'Isso costuma levar alguns segundos. Esta página se atualiza sozinha.';
  return buyerPage({
    title,
    shop: sale.shop,
    sandbox: sale.sandbox,
    narrow: true,
    ...(stopped ? {} : { refresh: { seconds, url: addressOfRound(round + 1) } }),
    body: html`<div class="card">${late ? html`<h1>O prazo para confirmar acabou</h1>` : html`<h1>Estamos confirmando o seu pagamento</h1>`}
<div class="note wait gap" role="status"><p${stopped ? undefined : html` class="going"`}>${late ? 'Estamos verificando com a operadora do cartão se algo foi cobrado.' : patience}</p></div>
${saleFacts(sale)}
<p class="gap">${stopped || late ? 'Antes de pagar de novo, fale com a loja.' : 'Não pague de novo: o resultado aparece aqui.'}</p>
<a class="go" href="${addressOfRound(0)}">Atualizar agora</a>
${toAcquirer && html`<a class="go second" href="${toAcquirer}">Voltar à confirmação do banco</a>`}
${toShop && html`<a class="go second" href="${toShop}">Voltar à loja</a>`}</div>`,
  });
}

/** The result of the sale, for a buyer whose shop has no return page. */
export function resultPage(sale: SaleShown, declineClass: string | undefined): string {
  const { result } = sale.transaction;
  switch (result.status) {
    case Status.authorized:
    case Status.captured:
      return resultWith(sale, 'Pagamento autorizado', 'good', 'A compra foi aprovada.', [
        'O pagamento está registrado. Você pode fechar esta página e voltar à loja.',
      ]);
    case Status.denied:
      return refusedPage(sale, declineClass);
    case Status.expired:
      return resultWith(sale, 'O prazo para confirmar acabou', 'wrong', 'Nada foi cobrado.', [
        'O pagamento não foi confirmado a tempo e expirou. Se ainda quiser comprar, volte à loja e pague de novo.',
      ]);
    case Status.failed:
      return resultWith(sale, 'Pagamento não concluído', 'wrong', 'Nada foi cobrado.', [
        'Não foi possível falar com a operadora do cartão. Volte à loja e tente de novo em alguns minutos.',
      ]);
    case Status.canceling:
      return resultWith(sale, 'Cancelamento em andamento', 'waiting', 'O valor está sendo devolvido.', [
        'Em caso de dúvida, fale com a loja.',
      ]);
    case Status.canceled:
      return resultWith(sale, 'Pagamento cancelado', 'wrong', 'Este pagamento foi cancelado.', [
        'Se o valor já aparece na sua fatura ou no seu extrato, ele será devolvido. Em caso de dúvida, fale com a loja.',
      ]);
    case Status.intention:
      return refusedPage(sale, declineClass);
    case Status.intentionCanceled:
    case Status.started:
    case Status.pending:
      throw new Error(`a sale in status ${result.status} has no result to show`);
  }
}

function refusedPage(sale: SaleShown, declineClass: string | undefined): string {
  const { providerCode, providerMessage } = sale.transaction.result;
  const { reason, whatToDo } = buyerAdviceFor(declineClass, providerCode);
  const told =
    reason ??
    providerMessage?.replace(/[;,.]?\s*nada foi cobrado\.?\s*$/i, '.') ??
    'A compra não foi autorizada.';
  return resultWith(sale, 'Pagamento não autorizado', 'wrong', told, ['Nada foi cobrado.', whatToDo]);
}

function resultWith(
  sale: SaleShown,
  title: string,
  tone: 'good' | 'wrong' | 'waiting',
  notice: string,
  paragraphs: readonly string[],
): string {
  const { shop, sandbox } = sale;
  return buyerPage({
    title,
    shop,
    sandbox,
    narrow: true,
    body: html`<div class="card"><svg class="mark mark-${tone}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICON_PATHS[tone]}"/></svg>
<h1>${title}</h1>
<div class="note ${tone === 'waiting' ? 'wait' : tone} gap" role="status"><p>${notice}</p></div>
${saleFacts(sale)}
${paragraphs.map((text) => html`<p class="gap">${text}</p>`)}
${shop?.siteUrl && html`<a class="go" href="${shop.siteUrl}" rel="noreferrer">Voltar à loja</a>`}</div>`,
  });
}

function saleFacts({ transaction, shop, madeAt }: SaleShown): Html {
  const { amount, order, referenceId, result } = transaction;
  const { card, installments, type } = cardPaymentOf(order);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Loja', shop?.name],
    ['Compra', order.description],
    ['Pedido', referenceId],
    ['Cartão', card && `${brandTitle(card.brand ?? 'Cartão')} final ${last4Of(card)}`],
    ['Tipo', type === 'debit' ? 'Débito' : 'Crédito'],
    ['Parcelas', installments > 1 ? `${installments} vezes` : 'À vista'],
    ['Data', madeAt],
    ['Autorização', result.authorizationCode],
  ];
  const told = facts.filter(([, text]) => text !== undefined);
  return html`<p class="amount">${moneyText(amount)}</p>
<dl>
${told.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}
</dl>`;
}
