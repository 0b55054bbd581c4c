import { type Html, html } from './html.ts';
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from './page-style.ts';

export interface HtmlPage {
  /** For the browser's tab; the body brings its own heading. */
  readonly title: string;
  readonly body: Html;
  /** Loads an address, without `url` the same page, after so many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url?: string };
  /** The name at its top. */
  readonly brand?: string;
}

/**
 * A whole page for a person: Portuguese, no script, one style sheet. Send it with `pageHeaders`. Known
 * classes: `amount`, `code`, `hint`, `good`, `wrong`, `waiting` for notices, `button`, `secondary`; `dl` for
 * facts.
 */
export function page({ title, body, refresh, brand }: HtmlPage): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="${refreshContent(refresh)}">`}
<title>${title} - Guichê</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${brand && html`<header class="band">${brand}</header>`}
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

function headersWith(forms: FormTarget) {
  return {
    ...ISOLATION,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src ${PAGE_STYLE_SOURCE}; form-action ${FORM_ACTION[forms]}; base-uri 'none'; frame-ancestors 'none'`,
  };
}

function refreshContent({ seconds, url }: NonNullable<HtmlPage['refresh']>): string {
  return url === undefined ? String(seconds) : `${seconds}; url=${url}`;
}
