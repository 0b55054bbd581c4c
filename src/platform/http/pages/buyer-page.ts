import { BUYER_STYLE, BUYER_STYLE_SOURCE } from './buyer-page-style.ts';
import { cspSourceOf } from './csp-source.ts';
import { type Html, html } from './html.ts';
import { ISOLATION } from './page.ts';
import { readableOn } from './readable-on.ts';

/** The shop, as buyers see it. All texts are untrusted. */
export interface PageShop {
  readonly name: string;
  /** As people write it. */
  readonly document: string | undefined;
  /** Of the page's own origin. */
  readonly pictureUrl: string | undefined;
  /** `#rrggbb` */
  readonly colour: string | undefined;
}

/** Loads the URL after this many seconds. */
export interface PageRefresh {
  readonly seconds: number;
  readonly url: string;
  /** Where the page's script sees by itself what has changed. */
  readonly onlyWithoutScript?: boolean;
}

export interface BuyerPage {
  /** For the browser's tab; the body brings its own heading. */
  readonly title: string;
  readonly body: Html;
  /** Whose page it is, shown at its top in the shop's colour. */
  readonly shop: PageShop | undefined;
  /** One column, for pages without a form. */
  readonly narrow?: boolean;
  /** The sandbox charges nobody. */
  readonly sandbox: boolean;
  readonly refresh?: PageRefresh | undefined;
  /** What only this page needs beside the style sheet of all. */
  readonly style?: Html | undefined;
  /** Our own, inlined. */
  readonly script?: string;
}

/**
 * A complete page for a buyer: of links, hosted pages, card forms and 3-D Secure alike. Known classes: `card`, `amount`, `note`
 * with `good`, `wrong` or `wait`, `go` and `second` for what to press, `soft`, `gap`, `mark`; `dl` for facts.
 */
export function buyerPage(shown: BuyerPage): string {
  const { title, body, shop, narrow = false, sandbox, refresh, style, script } = shown;
  const colours = shopColours(shop);
  const text = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
${refresh && refreshOf(refresh)}
<title>${title}</title>
<style>${BUYER_STYLE}</style>
${colours && html`<style>${colours}</style>`}
${style && html`<style>${style}</style>`}
</head>
<body>
${sandbox ? html`<p class="test" role="note">Ambiente de testes: nada é cobrado.</p>` : undefined}
${shop && shop.name !== '' ? shopBand(shop, narrow) : undefined}
<main${narrow ? html` class="one"` : undefined}>
${body}
</main>
`.text;
  return `${text}${script === undefined ? '' : `<script>${script}</script>\n`}</body>\n</html>\n`;
}

/**
 * No third parties, no frames. `anywhere`: the answer to the form's POST redirects to the bank's page, and browsers apply
 * `form-action` to redirects too; it is harmless because every text of the page is escaped.
 */
export function buyerPageHeaders(
  shop: PageShop | undefined,
  {
    scriptSource,
    forms = 'self',
    asks = false,
    style,
  }: {
    readonly scriptSource?: string;
    readonly forms?: 'self' | 'anywhere';
    /** Whether the script asks the service how things stand. */
    readonly asks?: boolean;
    /** The page's own, as in `BuyerPage`. */
    readonly style?: Html | undefined;
  } = {},
): Readonly<Record<string, string>> {
  const styles = [shopColours(shop), style].flatMap((one) => (one ? [cspSourceOf(one.text)] : []));
  return {
    ...ISOLATION,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${[BUYER_STYLE_SOURCE, ...styles].join(' ')}`,
      ...(scriptSource === undefined ? [] : [`script-src ${scriptSource}`]),
      ...(asks ? ["connect-src 'self'"] : []),
      "img-src 'self'",
      `form-action 'self'${forms === 'anywhere' ? ' http: https:' : ''}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

function refreshOf({ seconds, url, onlyWithoutScript = false }: PageRefresh): Html {
  const meta = html`<meta http-equiv="refresh" content="${seconds}; url=${url}">`;
  return onlyWithoutScript ? html`<noscript>${meta}</noscript>` : meta;
}

function shopBand({ name, document, pictureUrl }: PageShop, narrow: boolean): Html {
  const picture =
    pictureUrl === undefined
      ? html`<i aria-hidden="true">${initialsOf(name)}</i>`
      : html`<img src="${pictureUrl}" alt="" width="40" height="40">`;
  return html`<header class="shop${narrow ? ' one' : ''}"><div>${picture}<div><strong>${name}</strong>${document === undefined ? undefined : html`<div class="small">${document}</div>`}</div></div></header>`;
}

/** Undefined for a shop without a colour of its own. What is written on the colour can always be read. */
function shopColours(shop: PageShop | undefined): Html | undefined {
  const colour = shop?.colour;
  if (colour === undefined || !/^#[0-9a-f]{6}$/.test(colour)) return undefined;
  return html`:root { --shop: ${colour}; --on-shop: ${readableOn(colour)} }`;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
