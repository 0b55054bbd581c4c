import { cspSourceOf, type Html, html } from '../../platform/http/index.ts';

/** Light and dark as the shop says; fields of 46 px. What a shop may change stands in custom properties, each by its name. */
const STYLE = html`
:root { --color: #1a1f26; --background: #fff; --pageBackground: transparent; --borderColor: #757e89; --borderRadius: 8px; --borderWidth: 1px; --focusColor: #0b5cad; --errorColor: #b3261e; --labelColor: var(--color); --placeholderColor: #646c77; --fontFamily: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; --fontSize: 16px; --gap: 14px; --padding: 10px; color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; padding: 4px; background: var(--pageBackground); color: var(--color); font: var(--fontSize)/1.45 var(--fontFamily); overflow-wrap: anywhere; -webkit-text-size-adjust: 100% }
form { display: grid; grid-template-columns: 1fr 1fr; gap: var(--gap) }
.all { grid-column: 1 / -1 }
label { display: block; font-weight: 600; color: var(--labelColor); margin-bottom: 5px }
input { width: 100%; min-height: 46px; border: var(--borderWidth) solid var(--borderColor); border-radius: var(--borderRadius); background: var(--background); color: inherit; padding: var(--padding); font: inherit; font-variant-numeric: tabular-nums }
input::placeholder { color: var(--placeholderColor); opacity: 1 }
input:focus-visible { outline: 2px solid var(--focusColor); outline-offset: 1px }
input[aria-invalid=true] { border-color: var(--errorColor) }
p { margin: 5px 0 0; color: var(--errorColor); font-size: .875em; font-weight: 600 }
p:empty { display: none }
.number { position: relative }
output { position: absolute; right: 10px; top: 50%; translate: 0 -50%; font-size: 12px; font-weight: 700; letter-spacing: .04em; background: var(--background) }
`;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly attributes: Html;
  readonly after?: Html;
}

function fieldOf({ name, label, attributes, after }: Field): Html {
  return html`<label for="${name}">${label}</label>
<div class="number"><input id="${name}" name="${name}" ${attributes} aria-describedby="${name}-error" aria-invalid="false">${after}</div>
<p id="${name}-error" aria-live="polite"></p>`;
}

/** Without a button, Enter would do nothing in a form of several fields. */
const FORM = html`<form novalidate>
<div class="all">${fieldOf({
  name: 'number',
  label: 'Número do cartão',
  attributes: html`inputmode="numeric" autocomplete="cc-number" placeholder="0000 0000 0000 0000"`,
  after: html`<output id="brand" for="number"></output>`,
})}</div>
<div>${fieldOf({
  name: 'expiration',
  label: 'Validade',
  attributes: html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/AA"`,
})}</div>
<div>${fieldOf({
  name: 'cvv',
  label: 'Código (CVV)',
  attributes: html`inputmode="numeric" autocomplete="cc-csc" placeholder="3 dígitos"`,
})}</div>
<div class="all">${fieldOf({
  name: 'holderName',
  label: 'Nome impresso no cartão',
  attributes: html`autocomplete="cc-name" autocapitalize="characters" spellcheck="false"`,
})}</div>
<button type="submit" hidden></button>
</form>`;

/** The card's fields, as a page that only pages of `shopOrigin` can show in a frame. `script` is that of the library. */
export function fieldsPage(shopOrigin: string, script: string): string {
  const top = html`<!doctype html>
<html lang="pt-BR" data-shop="${shopOrigin}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Dados do cartão</title>
<style>${STYLE}</style>
</head>
<body>
<main>${FORM}</main>
`.text;
  return `${top}<script>${script}</script>\n</body>\n</html>\n`;
}

/** `shopOrigin` is an origin as `URL` writes it: it cannot hold anything that ends a directive. */
export function fieldsPageHeaders(shopOrigin: string, script: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${cspSourceOf(STYLE.text)}`,
      `script-src ${cspSourceOf(script)}`,
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${shopOrigin}`,
    ].join('; '),
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
