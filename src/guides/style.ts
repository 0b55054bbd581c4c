import { html } from '../platform/http/index.ts';

/** Light and dark, from phone width up, contrast of at least 4.5 to 1; on paper without the navigation. */
export const GUIDE_STYLE = html`
:root { color-scheme: light dark; --text: #1b1f24; --ground: #f4f5f7; --sheet: #fff; --line: #d3d7dd; --soft: #545c66; --strong: #0b5cad }
@media (prefers-color-scheme: dark) { :root { --text: #eceef1; --ground: #14171b; --sheet: #1e2228; --line: #3a424c; --soft: #a9b1bb; --strong: #7db8f5 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--sheet); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
a { color: var(--strong) }
.skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--sheet) }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; padding: .75rem 1.25rem; background: var(--ground); border-bottom: 1px solid var(--line) }
header form { display: flex; align-items: center; gap: .5rem; margin-left: auto }
.home { font-weight: 700; text-decoration: none }
input, button { padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: .35rem; background: var(--sheet); color: inherit; font: inherit; min-width: 0 }
button { background: var(--strong); border-color: var(--strong); color: var(--sheet); cursor: pointer }
nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line) }
nav p { margin: .75rem 0 .25rem; color: var(--soft); font-weight: 600 }
nav ul { margin: 0; padding: 0; list-style: none } nav a { display: block; padding: .2rem 0; text-decoration: none } nav a:hover { text-decoration: underline }
nav [aria-current] { color: inherit; font-weight: 700 }
main { padding: 1rem 1.25rem 4rem; max-width: 52rem; overflow-wrap: anywhere }
h1 { margin: .5rem 0 1rem; font-size: 1.9rem; line-height: 1.2 } h2 { margin: 2.25rem 0 .5rem; font-size: 1.35rem; line-height: 1.3 } h3 { margin: 1.5rem 0 .5rem; font-size: 1.1rem }
pre, .wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; overflow-wrap: normal }
pre { margin: 1rem 0; padding: .75rem 1rem; background: var(--ground); white-space: pre-wrap; overflow-wrap: anywhere } .wide { margin: 1rem 0 }
.sample { position: relative } .sample pre { padding-top: 2.6rem } .sample button { position: absolute; top: .4rem; right: .4rem; padding: .15rem .6rem; font-size: .85rem; background: var(--sheet); color: var(--strong) }
.neighbours { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line) } .neighbours a { text-decoration: none } .neighbours small { display: block; color: var(--soft) } .neighbours [rel=next] { text-align: right }
summary { cursor: pointer; font-weight: 600 }
code { font: .9em/1.5 ui-monospace, monospace } :not(pre) > code { padding: .1em .3em; border-radius: .25rem; background: var(--ground) }
table { width: 100%; border-collapse: collapse } th, td { padding: .45rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top } tbody tr:last-child td { border-bottom: 0 }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .4rem }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
@media (min-width: 56rem) { .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr) } nav { border-bottom: 0; border-right: 1px solid var(--line) } main { padding: 1rem 2.5rem 4rem } }
/* The menu folds on a phone only. */
@media (min-width: 56rem) { @supports selector(::details-content) { summary { display: none } details::details-content { display: block; content-visibility: visible; block-size: auto } } }
@media print { header, nav, .neighbours, .sample button, .skip { display: none } }
`;
