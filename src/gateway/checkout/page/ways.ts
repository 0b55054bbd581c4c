import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText, numberText } from '../../../platform/text/number-text.ts';
import { cardOfferOf } from '../../kinds/card/index.ts';
import { amountByPix, pixOfferOf } from '../../kinds/pix/index.ts';
import type { Intention, Order } from '../../transactions/index.ts';
import { installmentChoices } from './installments.ts';

/** What a buyer pays by, as the address of a page and its forms name it. */
export type Way = 'cartao' | 'pix' | 'boleto';

export const WAY_PARAMETER = 'forma';
/** Any but a slip. */
export const ANOTHER_WAY = 'outra';

const WAY_OF_KIND: Readonly<Record<string, Way>> = { card: 'cartao', pix: 'pix', bankSlip: 'boleto' };
const NAMES = { cartao: 'Cartão', pix: 'Pix', boleto: 'Boleto' } as const;
/** Strokes of a picture of 24 by 24. */
const PICTURES = {
  cartao: 'M3 6h18v12H3zM3 10h18',
  pix: 'M12 3l3.5 3.5L12 10 8.5 6.5zM12 14l3.5 3.5L12 21l-3.5-3.5zM3 12l3.5-3.5L10 12l-3.5 3.5zM14 12l3.5-3.5L21 12l-3.5 3.5z',
  boleto: 'M4 5v14M7.5 5v14M11 5v14M13.5 5v14M17 5v14M20 5v14',
} as const;

const percent = numberText({ style: 'percent', maximumFractionDigits: 2 });
const WHOLE = 10_000;

/** From hundredths of a percent. */
function percentText(hundredths: number): string {
  return percent(hundredths / WHOLE);
}

interface Offering {
  readonly offers: Intention['offers'];
  /** Centavos; undefined where the buyer types it. */
  readonly amount: number | undefined;
}

/** What the buyer tried last: its refusal or its code is what the page shows next. Before the first try, what is offered first. */
export function lastWay({ payment }: Pick<Order, 'payment'>): Way | undefined {
  return WAY_OF_KIND[payment.kind];
}

/** In the order in which the shop shows them. */
function waysOf({ offers }: Pick<Offering, 'offers'>): readonly Way[] {
  return offers.flatMap(({ kind }) => WAY_OF_KIND[kind] ?? []);
}

/** What the buyer chose by the address of the page; else the first that is offered. */
export function chosenWay(offering: Pick<Offering, 'offers'>, asked: unknown): Way {
  const ways = waysOf(offering);
  return ways.find((way) => way === asked) ?? ways[0] ?? 'cartao';
}

/** The way of a form that was sent: that of a card says nothing of it. */
export function sentWay(offering: Pick<Offering, 'offers'>, sent: unknown): Way {
  const ways = waysOf(offering);
  return (
    ways.find((way) => way === sent) ?? ways.find((way) => way === 'cartao') ?? chosenWay(offering, sent)
  );
}

/** The choice between the ways to pay; nothing where there is only one. Works without a script. */
export function waysView(offering: Offering, chosen: Way): Html | undefined {
  const ways = waysOf(offering);
  if (ways.length < 2) return undefined;
  const link = (way: Way) =>
    html`<a href="?${WAY_PARAMETER}=${way}"${way === chosen ? html` aria-current="page"` : undefined}><strong><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${PICTURES[way]}"/></svg>${NAMES[way]}</strong> ${factOf(offering, way)}</a>`;
  return html`<nav class="ways" aria-label="Forma de pagamento">${ways.map(link)}</nav>`;
}

function factOf({ offers, amount }: Offering, way: Way): Html {
  if (way === 'pix') {
    const { discount = 0 } = pixOfferOf({ offers }) ?? {};
    if (discount === 0) return html`<span>Aprovação na hora</span>`;
    const less = html`<b class="good">${percentText(discount)} de desconto</b>`;
    return amount === undefined
      ? less
      : html`<span>${moneyText(amountByPix(amount, { discount }))}</span> ${less}`;
  }
  if (way === 'boleto') return html`<span>Em até 1 dia útil</span>`;
  const offer = cardOfferOf({ offers });
  const most = offer && offer.types !== 'debit' ? mostInstallments(offer, amount) : 1;
  return html`<span>${most > 1 ? `Em até ${most}x` : 'À vista'}</span>`;
}

function mostInstallments(
  offer: NonNullable<ReturnType<typeof cardOfferOf>>,
  amount: number | undefined,
): number {
  const choices = installmentChoices({
    amount: amount ?? Number.MAX_SAFE_INTEGER,
    most: offer.installments,
    fixed: offer.fixedInstallments,
    interestType: offer.interestType,
  });
  return choices.at(-1)?.count ?? 1;
}
