import { type Html, html } from '../../../platform/index.ts';
import { SCRIPT, SCRIPT_SOURCE } from './script.ts';
import { CHECKOUT_STYLE, CHECKOUT_STYLE_SOURCE } from './style.ts';

export interface CheckoutPage {
  /** For the browser's tab. */
  readonly title: string;
  readonly body: Html;
  /** One column: there is nothing to type. */
  readonly narrow?: boolean;
  /** The sandbox charges nobody. */
  readonly sandbox: boolean;
  /** Loads the address after so many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string } | undefined;
}

/** A whole page for a buyer, in one answer: style sheet and script stand in it. */
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
 * No third party, no frame. The answer to the form's POST leads to the bank's page by redirects, and browsers hold
 * these to `form-action` too: every text of the page is escaped.
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
