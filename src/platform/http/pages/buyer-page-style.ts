import { cspSourceOf } from './csp-source.ts';
import { trustedMarkup } from './html.ts';

/**
 * The style sheet of every page that a buyer sees: light and dark, phone first, contrast of at least 4.5 to 1, input fields with 16 px
 * text and 46 px height.
 */
export const BUYER_STYLE = trustedMarkup(
  shortened(`
:root { color-scheme: light dark; --ground: #f5f6f8; --sheet: #fff; --text: #1a1f26; --soft: #57606c; --line: #dfe3e8; --field: #757e89; --strong: #0b5cad; --tint: #e8f1fb; --good: #176a35; --wrong: #b3261e; --wait: #7a4f00; --wait-tint: #fff2d6 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111418; --sheet: #1a1e24; --text: #eceff3; --soft: #a7b0bb; --line: #2d333b; --field: #7d8792; --strong: #7db8f5; --tint: #16283b; --good: #7fd698; --wrong: #ff9a92; --wait: #f0c36a; --wait-tint: #2f2612 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; -webkit-text-size-adjust: 100% }
h1, h2, p, dl, dd { margin: 0 }
a { color: var(--strong) }
button, input, select { font: inherit; color: inherit }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; border-radius: 6px }
[hidden] { display: none !important }
.test { background: var(--wait-tint); color: var(--wait); font-weight: 600; text-align: center; padding: 7px 12px; font-size: 14px }
main { padding: 14px 14px 32px; max-width: 960px; margin: 0 auto }
.shop { background: var(--shop, var(--sheet)); color: var(--on-shop, var(--text)); border-bottom: 1px solid var(--line) }
.shop > div { display: flex; gap: 12px; align-items: center; max-width: 960px; margin: 0 auto; padding: 12px 14px }
.shop.one > div { max-width: 520px }
.shop i { flex: none; width: 40px; height: 40px; border-radius: 10px; background: var(--on-shop, var(--strong)); color: var(--shop, var(--sheet)); display: grid; place-items: center; font-style: normal; font-weight: 700 }
.shop img { flex: none; width: 40px; height: 40px; border-radius: 10px; object-fit: cover; background: #fff }
.mark { display: block; width: 48px; height: 48px; margin: 0 0 12px; padding: 12px; border-radius: 50%; color: var(--sheet); background: var(--wait) }
.mark-good { background: var(--good) }
.mark-wrong { background: var(--wrong) }
.sold { display: block; width: 96px; height: 96px; border-radius: 12px; object-fit: cover; margin: 4px 0 8px }
.soft { color: var(--soft) }
.small { font-size: 13px }
h1 { font-size: 24px; line-height: 1.25 }
.amount { font-size: 28px; font-weight: 700; line-height: 1.15; font-variant-numeric: tabular-nums }
.gap { margin-top: 12px }
.card { margin-top: 14px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 18px 16px }
h2 { font-size: 18px; margin-bottom: 12px }
label.f, legend { display: block; font-weight: 600; margin: 14px 0 5px; padding: 0 }
.in { width: 100%; min-height: 46px; border: 1px solid var(--field); border-radius: 8px; background: var(--sheet); padding: 9px 12px; font-size: 16px; font-variant-numeric: tabular-nums }
.in[aria-invalid=true] { border: 2px solid var(--wrong); padding: 8px 11px }
.err { font-size: 14px; color: var(--wrong); font-weight: 600; margin-top: 5px }
.hint { font-size: 13px; color: var(--soft); margin-top: 5px }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
.number { position: relative }
.number output { position: absolute; right: 10px; top: 11px; font-size: 12px; font-weight: 700; letter-spacing: .04em; border: 1px solid var(--line); border-radius: 5px; padding: 3px 7px; background: var(--ground) }
.number output:empty { display: none }
.keep { display: flex; gap: 10px; align-items: flex-start; margin-top: 16px; min-height: 24px }
.keep input { flex: none; width: 22px; height: 22px; margin: 0 }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0 }
.seg { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; border: 1px solid var(--field); border-radius: 9px; overflow: hidden }
.seg label { display: grid; place-items: center; min-height: 44px; cursor: pointer; font-weight: 600; color: var(--soft) }
.seg label:has(:checked) { background: var(--tint); color: var(--strong) }
.seg label:has(:focus-visible) { outline: 3px solid var(--strong); outline-offset: -3px }
.seg input { position: absolute; opacity: 0 }
.go { display: block; width: 100%; min-height: 52px; margin-top: 20px; padding: 12px; border: 1px solid var(--on-shop, var(--strong)); border-radius: 8px; background: var(--shop, var(--strong)); color: var(--on-shop, var(--sheet)); font-size: 17px; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
.go.second { min-height: 48px; margin-top: 12px; border-color: var(--strong); background: transparent; color: var(--strong) }
.go[aria-disabled=true] { opacity: .7; cursor: progress }
.go[aria-disabled=true]::before, .going::before { content: ""; display: inline-block; width: .95em; height: .95em; margin-right: .6em; border: 2px solid currentcolor; border-right-color: transparent; border-radius: 50%; vertical-align: -.12em; animation: turn .9s linear infinite }
@keyframes turn { to { transform: rotate(1turn) } }
@media (prefers-reduced-motion: reduce) { .go[aria-disabled=true]::before, .going::before { animation: none } }
.marks { display: flex; gap: 6px; margin: -4px 0 14px }
.marks svg { width: 38px; height: 24px; border: 1px solid var(--line); border-radius: 4px; background: #fff; font: 700 11px system-ui, sans-serif }
.marks .other { opacity: .3 }
.tests { margin-top: 18px; border-top: 1px solid var(--line) }
.tests button { width: 100%; min-height: 44px; margin-top: 6px; padding: 6px 12px; border: 1px solid var(--field); border-radius: 8px; background: transparent; text-align: left; cursor: pointer; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 12px }
.keepit { display: flex; gap: 12px }
.keepit .go { flex: 1 }
.tests small { color: var(--soft) }
.safe { font-size: 13px; color: var(--soft); margin-top: 14px; text-align: center }
.ways { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 10px; margin-top: 14px }
.ways a { display: block; min-height: 60px; padding: 10px 14px; border: 1px solid var(--field); border-radius: 10px; background: var(--sheet); color: var(--text); text-decoration: none }
.ways a[aria-current] { border: 2px solid var(--strong); padding: 9px 13px; background: var(--tint) }
.ways strong { display: flex; gap: 8px; align-items: center; font-size: 16px }
.ways svg { flex: none; width: 20px; height: 20px; fill: none; stroke: var(--strong); stroke-width: 1.8; stroke-linejoin: round }
.ways span, .ways b { font-size: 13px }
.ways span { color: var(--soft); margin-right: 4px }
.ways b { display: inline-block }
.ways + .card { margin-top: 12px }
.note { border-left: 4px solid currentcolor; padding: 8px 12px; margin: 0 0 14px; font-weight: 600 }
.note.gap { margin-top: 12px }
.note p + p { font-weight: 400; color: var(--text); margin-top: 4px }
.good { color: var(--good) }
.wrong { color: var(--wrong) }
.wait { color: var(--wait) }
.pix { display: flex; flex-direction: column }
.pix > * { order: 1 }
.pix svg { order: 2; display: block; width: 100%; max-width: 260px; margin: 18px auto 0; border-radius: 8px }
.pix > .go { margin-top: 0 }
.pix textarea { resize: none; font: 13px/1.4 ui-monospace, monospace; word-break: break-all }
.steps { margin: 10px 0 0; padding-left: 22px }
.steps li { margin-top: 6px }
.awaited { display: flex; gap: 8px; align-items: center; color: var(--soft) }
.awaited::before { content: ""; width: 9px; height: 9px; border-radius: 50%; background: var(--wait); animation: awaited 1.6s ease-in-out infinite alternate }
@keyframes awaited { to { opacity: .25 } }
@media (prefers-reduced-motion: reduce) { .awaited::before { animation: none } }
.left { font-variant-numeric: tabular-nums; font-weight: 600 }
dl { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: 6px 16px; margin-top: 14px }
dt { color: var(--soft) }
dd { font-weight: 600 }
@media print {
  body, .shop, .card { background: #fff; color: #000; border-color: #999 }
  .go, .noprint { display: none }
}
@media (min-width: 52.01rem) {
  main { padding: 28px 20px 40px; display: grid; grid-template-columns: minmax(0, 380px) minmax(0, 1fr); gap: 40px; align-items: start }
  main.one { display: block; max-width: 520px }
  .shop > div { padding: 14px 20px }
  .card { margin-top: 0; padding: 24px }
  .ways { margin-top: 0 }
  .amount { font-size: 31px }
  .pix svg { order: 0; margin: 0 auto 18px }
}
`),
);

/** Without what only people need who read it here. */
function shortened(style: string): string {
  return style.replace(/\s*([{};])\s*/g, '$1').replace(/([:,]) /g, '$1');
}

/** The source for the Content-Security-Policy. */
export const BUYER_STYLE_SOURCE = cspSourceOf(BUYER_STYLE.text);
