import { cspSourceOf } from './csp-source.ts';
import { type Html, html } from './html.ts';
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from './page-style.ts';
import { readableOn } from './readable-on.ts';

export interface PageShop {
  readonly name: string;
  /** Of the page's own origin. */
  readonly pictureUrl: string | undefined;
  /** `#rrggbb` */
  readonly colour: string | undefined;
}

export interface HtmlPage {
  /** For the browser's tab; the body brings its own heading. */
  readonly title: string;
  readonly body: Html;
  /** Loads an address, without `url` the same page, after so many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url?: string };
  /** Whose page it is, shown at its top. */
  readonly shop?: PageShop | undefined;
}

/**
 * A whole page for a person: Portuguese, no script, one style sheet. Send it with `pageHeaders`. Known
 * classes: `amount`, `code`, `hint`, `good`, `wrong`, `waiting` for notices, `button`, `secondary`; `dl` for
 * facts.
 */
export function page({ title, body, refresh, shop }: HtmlPage): string {
  const colours = shopColours(shop);
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="${refreshContent(refresh)}">`}
<title>${title} - Guichê</title>
<style>${PAGE_STYLE}</style>
${colours && html`<style>${colours}</style>`}
</head>
<body>
<main>
${shop && shopBand(shop)}
${body}
</main>
</body>
</html>
`.text;
}

/** A page with one message and no links. */
export function messagePage(title: string, ...paragraphs: readonly string[]): string {
  const body = html`<h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>`)}`;
  return page({ title, body });
}

/**
 * Forms of the page may go only to its own origin (`self`), or to any http(s) address (`anywhere`). Browsers hold the
 * redirects that answer a form's POST to the same rule: a page whose POST is redirected elsewhere, even in several
 * steps, needs `anywhere`, which is harmless where every text of the page is escaped.
 */
export type FormTarget = 'self' | 'anywhere';

const FORM_ACTION: Readonly<Record<FormTarget, string>> = { self: "'self'", anywhere: "'self' http: https:" };

/** Headers of a page: no script at all, the style sheet known by its hash, in nobody's frame. */
export function pageHeaders(forms: FormTarget = 'self'): Readonly<Record<string, string>> {
  return HEADERS[forms];
}

/** Headers of a page with a shop's band: its colours and its picture are allowed too, and nothing else. */
export function shopPageHeaders(shop: PageShop | undefined): Readonly<Record<string, string>> {
  const colours = shopColours(shop);
  return headersWith('self', {
    styles: colours ? [PAGE_STYLE_SOURCE, cspSourceOf(colours.text)] : [PAGE_STYLE_SOURCE],
    images: shop?.pictureUrl !== undefined,
  });
}

function shopBand({ name, pictureUrl }: PageShop): Html {
  return html`<header class="shop">${pictureUrl && html`<img src="${pictureUrl}" alt="">`}<span>${name}</span></header>`;
}

/** Undefined for a shop without a colour of its own. */
function shopColours(shop: PageShop | undefined): Html | undefined {
  const colour = shop?.colour;
  if (colour === undefined || !/^#[0-9a-f]{6}$/.test(colour)) return undefined;
  return html`:root { --shop: ${colour}; --on-shop: ${readableOn(colour)} }`;
}

/**
 * No page needs what these name, and no other site may load one into its own process. Pages for buyers keep their opener:
 * a shop may open them in a window and wait for its end.
 */
export const ISOLATION = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const;

const HEADERS = { self: headersWith('self'), anywhere: headersWith('anywhere') } as const;

function headersWith(forms: FormTarget, { styles, images } = { styles: [PAGE_STYLE_SOURCE], images: false }) {
  return {
    ...ISOLATION,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src ${styles.join(' ')};${images ? " img-src 'self';" : ''} form-action ${FORM_ACTION[forms]}; base-uri 'none'; frame-ancestors 'none'`,
  };
}

function refreshContent({ seconds, url }: NonNullable<HtmlPage['refresh']>): string {
  return url === undefined ? String(seconds) : `${seconds}; url=${url}`;
}
