import { type Html, html } from '../../../platform/http/index.ts';

interface Mark {
  /** As the table of brands names it. */
  readonly brand: string;
  readonly name: string;
  readonly drawing: Html;
}

const word = (text: string, colour: string, style = html``) =>
  html`<text x="19" y="16" text-anchor="middle" fill="${colour}"${style}>${text}</text>`;

/** Brands that every acquirer here takes, drawn small and plain. */
const MARKS: readonly Mark[] = [
  { brand: 'VISA', name: 'Visa', drawing: word('VISA', '#1434cb', html` font-style="italic"`) },
  {
    brand: 'MASTERCARD',
    name: 'Mastercard',
    drawing: html`<circle cx="15" cy="12" r="7" fill="#eb001b"/><circle cx="23" cy="12" r="7" fill="#f79e1b" fill-opacity=".85"/>`,
  },
  { brand: 'ELO', name: 'Elo', drawing: word('elo', '#111') },
  { brand: 'AMEX', name: 'American Express', drawing: word('AMEX', '#016fd0') },
  { brand: 'HIPERCARD', name: 'Hipercard', drawing: word('Hiper', '#b3131b', html` font-style="italic"`) },
];

/** The accepted brands; the page's script dims the others as soon as the number says which it is. */
export function brandMarks(): Html {
  const names = MARKS.map(({ name }) => name).join(', ');
  return html`<p class="marks" role="img" aria-label="Aceita ${names}">${MARKS.map(({ brand, drawing }) => html`<svg data-brand="${brand}" viewBox="0 0 38 24">${drawing}</svg>`)}</p>`;
}
