import { type Html, html, moneyText } from '../../../platform/index.ts';

/** The shop, as buyers see it. */
export interface Shop {
  readonly name: string;
  /** As people write it. */
  readonly document: string | undefined;
  readonly pictureUrl: string | undefined;
  /** False once its access was taken away. */
  readonly takesPayments: boolean;
}

/** What is paid for, and to whom. All texts are untrusted. */
export interface Offer {
  readonly shop: Shop;
  readonly description: string | undefined;
  /** Centavos; undefined where the buyer types it. */
  readonly amount: number | undefined;
  /** Picture of the product. */
  readonly pictureUrl?: string | undefined;
  /** Until when, as people write it. */
  readonly until: string | undefined;
}

export function shopHeader({ name, document, pictureUrl }: Shop): Html {
  const picture =
    pictureUrl === undefined
      ? html`<i aria-hidden="true">${initialsOf(name)}</i>`
      : html`<img src="${pictureUrl}" alt="" width="40" height="40">`;
  return html`<div class="shop">${picture}<div><strong>${name}</strong>${document === undefined ? undefined : html`<div class="soft small">${document}</div>`}</div></div>`;
}

export function offerSummary({ shop, description, amount, until, pictureUrl }: Offer): Html {
  return html`<section aria-label="Resumo">
${shopHeader(shop)}
${pictureUrl === undefined ? undefined : html`<img class="sold" src="${pictureUrl}" alt="" width="96" height="96">`}
${description === undefined ? undefined : html`<p class="soft">${description}</p>`}
<h1 class="amount">${amount === undefined ? 'Escolha o valor' : moneyText(amount)}</h1>
${until === undefined ? undefined : html`<p class="soft small gap">Link válido até ${until}</p>`}
</section>`;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
