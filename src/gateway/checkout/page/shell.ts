import { type Html, html } from '../../../platform/index.ts';
import { SCRIPT, SCRIPT_SOURCE } from './script.ts';
import { CHECKOUT_STYLE, CHECKOUT_STYLE_SOURCE } from './style.ts';

export interface CheckoutPage {
  /** For the browser's tab. */
  readonly title: string;
  readonly body: Html;
  /** One column, for pages without a form. */
  readonly narrow?: boolean;
  /** The sandbox charges nobody. */
  readonly sandbox: boolean;
  /** Loads the URL after this many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string } | undefined;
}

/** A complete page for a buyer, with style sheet and script inlined. */
export function checkoutPage({ title, body, narrow = false, sandbox, refresh }: CheckoutPage): string {
  const text = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds}; url=${refresh.url}">`}
<title>${title}</title>
<style>${CHECKOUT_STYLE}</style>
</head>
<body>
${sandbox ? html`<p class="test" role="note">Ambiente de testes: nada é cobrado.</p>` : undefined}
<main${narrow ? html` class="one"` : undefined}>
${body}
</main>
`.text;
  return `${text}<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

/**
 * No third parties, no frames. The answer to the form's POST redirects to the bank's page, and browsers apply
 * `form-action` to redirects too, so it is not restricted: every text of the page is escaped instead.
 */
export const CHECKOUT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${CHECKOUT_STYLE_SOURCE}`,
    `script-src ${SCRIPT_SOURCE}`,
    "img-src 'self'",
    "form-action 'self' http: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};
