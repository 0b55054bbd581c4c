import { html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import type { SlipAtAddress, SlipBeside } from '../../kinds/slip/index.ts';
import { type EndedPage, RECEIPT_BUTTONS, shopMessagePage } from '../page/ended-views.ts';
import type { Shop } from '../page/offer.ts';
import type { PixStand } from '../pix-page/stand.ts';

/** A slip that cannot be paid now, and how it stands. */
export interface EndedSlip {
  readonly found: Pick<SlipAtAddress, 'transaction'>;
  readonly beside: SlipBeside;
  readonly shop: Shop;
  readonly stand: Exclude<PixStand, 'waiting'>;
  readonly ask: string;
  readonly address: string;
  /** As people write it; undefined where nothing was paid. */
  readonly paidAt: string | undefined;
  /** Where the buyer goes on. */
  readonly toShop?: string | undefined;
}

type Passing = 'preparing' | 'ending' | 'refunding';
type Over = 'expired' | 'canceled' | 'failed';

const PASSING_TEXTS: Readonly<Record<Passing, readonly [string, string]>> = {
  preparing: [
    'Preparando o seu boleto',
    'O banco está registrando o boleto. Ele aparece aqui assim que ficar pronto.',
  ],
  ending: [
    'Este boleto não deve mais ser pago',
    'Estamos confirmando com o banco se ele foi pago. Se você já pagou, o comprovante aparece aqui.',
  ],
  refunding: ['Devolução em andamento', 'O valor está sendo devolvido para a conta que pagou.'],
};
const OVER_TEXTS: Readonly<Record<Over, readonly [string, string]>> = {
  expired: ['Este boleto venceu', 'O prazo para pagar acabou.'],
  canceled: ['Este boleto foi cancelado', 'Ele não pode mais ser pago.'],
  failed: ['Não foi possível emitir o boleto', 'O banco não o registrou.'],
};

export const UNKNOWN_SLIP_PDF: EndedPage = shopMessagePage(undefined, 'Boleto não encontrado', [
  'Confira se o endereço está completo, ou peça outro boleto à loja.',
]);

export function endedSlip(shown: EndedSlip): EndedPage {
  const { stand } = shown;
  switch (stand) {
    case 'preparing':
    case 'ending':
    case 'refunding':
      return passing(shown, stand);
    case 'expired':
    case 'canceled':
    case 'failed':
      return over(shown, stand);
    case 'paid':
      return receipt(shown, 'Boleto pago');
    case 'refunded':
      return receipt(shown, 'Pagamento devolvido');
  }
}

function passing({ shop, ask, address }: EndedSlip, stand: Passing): EndedPage {
  const [title, text] = PASSING_TEXTS[stand];
  return {
    title,
    shop,
    body: html`<div class="card" data-stand="${stand}" data-ask="${ask}"><h1>${title}</h1>
<div role="status"><p class="gap">${text}</p></div>
<a class="go" href="${address}">Atualizar agora</a></div>`,
  };
}

function over({ shop, beside }: EndedSlip, stand: Over): EndedPage {
  const [title, text] = OVER_TEXTS[stand];
  const came = beside.surplus.map(
    ({ amount }) => `Chegou um pagamento de ${moneyText(amount)} fora do esperado.`,
  );
  const nothing = came.length === 0 ? ' Nada foi pago.' : '';
  const other = beside.replacedBy?.url;
  if (stand === 'canceled' && other !== undefined && came.length === 0) return exchanged(shop, other);
  return shopMessagePage(shop, title, [`${text}${nothing}`, ...came, `Se precisar, fale com ${shop.name}.`]);
}

/** A slip with another due date was made instead. */
function exchanged(shop: Shop, url: string): EndedPage {
  const title = 'Este boleto foi trocado';
  return {
    title,
    shop,
    body: html`<div class="card"><h1>${title}</h1>
<p class="gap">Não pague este: ${shop.name} emitiu outro no lugar dele, com novo vencimento.</p>
<a class="go" href="${url}">Abrir o novo boleto</a></div>`,
  };
}

function receipt({ found, beside, shop, paidAt, toShop }: EndedSlip, title: string): EndedPage {
  const { transaction } = found;
  const { payment, slip, surplus } = beside;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Compra', transaction.order.description],
    ['Pedido', transaction.referenceId],
    ['Forma', 'Boleto'],
    ['Nosso número', slip?.ourNumber],
    ['Data', paidAt],
    ['Loja', [shop.name, shop.document].filter((part) => part !== undefined).join(', ')],
    ['Transação', transaction.id],
  ];
  const amount = moneyText(payment?.amount ?? transaction.amount);
  const more = surplus.map(
    (one) =>
      html`<div class="note wait gap"><p>Chegou mais um pagamento, de ${moneyText(one.amount)}. Fale com ${shop.name}.</p></div>`,
  );
  return {
    title,
    shop,
    body: html`<div class="card" data-receipt="${`Comprovante de ${amount}`}"><div class="note good" role="status"><p>${title}</p></div>
<h1 class="amount">${amount}</h1>
${more}
<dl>${facts.map(([name, text]) => (text === undefined ? html`` : html`<dt>${name}</dt><dd>${text}</dd>`))}</dl>
${RECEIPT_BUTTONS}
${
  toShop === undefined
    ? html`<p class="gap soft noprint">Guarde esta página como comprovante. Você já pode fechá-la.</p>`
    : html`<a class="go" href="${toShop}">Voltar à loja</a>`
}</div>`,
  };
}
