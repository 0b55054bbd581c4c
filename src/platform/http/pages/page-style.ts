import { cspSourceOf } from './csp-source.ts';
import { html } from './html.ts';

/** One style sheet for all pages: light and dark, from phone width up, contrast of at least 4.5 to 1. */
export const PAGE_STYLE = html`
:root { color-scheme: light dark; --text: #1b1f24; --ground: #f4f5f7; --sheet: #fff; --line: #6b7280; --strong: #0b5cad; --wrong: #b3261e; --good: #1a6b34; --waiting: #7a4f00 }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceef1; --ground: #14171b; --sheet: #1e2228; --line: #9aa3ae; --strong: #7db8f5; --wrong: #ff8a80; --good: #7fd698; --waiting: #f0c36a }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { min-height: 100vh; padding: 1.5rem 1.25rem 2rem; background: var(--sheet) }
@media (min-width: 32rem) { main { max-width: 28rem; min-height: 0; margin: 10vh auto 2rem; border-radius: .75rem; padding: 2rem } }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.15rem; line-height: 1.3 }
p { margin: 0 0 1rem }
a { color: var(--strong) }
dl { display: grid; grid-template-columns: minmax(4.5rem, auto) 1fr; gap: .35rem 1rem; margin: 0 0 1rem }
dt { color: var(--line) }
dd { margin: 0; font-weight: 600 }
form { margin: 0 }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input { width: 100%; padding: .7rem .75rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--sheet); color: inherit; font: inherit }
input[aria-invalid] { border: 2px solid var(--wrong) }
button, .button { display: block; width: 100%; margin-top: 1.5rem; padding: .8rem; border: 1px solid var(--strong); border-radius: .4rem; background: var(--strong); color: var(--sheet); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
button.secondary, .button.secondary { margin-top: .75rem; background: transparent; color: var(--strong) }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
.amount { margin: 0 0 1rem; font-size: 2rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums }
.code { font-family: ui-monospace, monospace; font-size: 1.25rem; font-weight: 700; letter-spacing: .15em }
.hint { margin: .25rem 0 0; font-size: .9rem }
.good, .wrong, .waiting { margin: 1rem 0; padding: .6rem .75rem; border-left: 4px solid currentcolor; font-weight: 600 }
.good { color: var(--good) }
.wrong { color: var(--wrong) }
.waiting { color: var(--waiting) }
.band { margin: -1.5rem -1.25rem 1.5rem; padding: 1rem 1.25rem; background: var(--ground); font-weight: 700; font-size: 1.1rem }
@media (min-width: 32rem) { .band { margin: -2rem -2rem 1.75rem; padding: 1.1rem 2rem; border-radius: .75rem .75rem 0 0 } }
`;

/** As a Content-Security-Policy names the sheet. */
export const PAGE_STYLE_SOURCE = cspSourceOf(PAGE_STYLE.text);
