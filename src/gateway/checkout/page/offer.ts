import { type Html, html, type PageShop } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';

/** The shop, as its pages see it. */
export interface Shop extends PageShop {
  /** False once its access was taken away. */
  readonly takesPayments: boolean;
  /** Hundredths of a percent that are taken off what is paid by Pix, where a link says nothing else. */
  readonly pixDiscount: number;
}

/** What is paid for, and to whom. All texts are untrusted. */
export interface ShownOffer {
  readonly shop: Shop;
  readonly description: string | undefined;
  /** Centavos; undefined where the buyer types it. */
  readonly amount: number | undefined;
  /** Picture of the product. */
  readonly pictureUrl?: string | undefined;
  /** What it costs without the discount of the way that is chosen. */
  readonly originalAmount?: number | undefined;
  /** Until when, as people write it. */
  readonly until: string | undefined;
}

export function offerSummary({ description, amount, originalAmount, until, pictureUrl }: ShownOffer): Html {
  return html`<section aria-label="Resumo">
${pictureUrl === undefined ? undefined : html`<img class="sold" src="${pictureUrl}" alt="" width="96" height="96">`}
${description === undefined ? undefined : html`<p class="soft">${description}</p>`}
<h1 class="amount">${amount === undefined ? 'Escolha o valor' : moneyText(amount)}</h1>
${originalAmount === undefined || amount === undefined || originalAmount === amount ? undefined : discountNote(originalAmount, amount)}
${until === undefined ? undefined : html`<p class="soft small gap">Link válido até ${until}</p>`}
</section>`;
}

/** What the discount takes off, or took off what is paid. */
export function discountNote(
  originalAmount: number,
  amount: number,
  word: 'economiza' | 'economizou' = 'economiza',
): Html {
  return html`<p class="gap"><s class="soft">${moneyText(originalAmount)}</s> <strong class="good">Você ${word} ${moneyText(originalAmount - amount)} no Pix</strong></p>`;
}
