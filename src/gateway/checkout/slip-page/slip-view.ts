import { type Html, html } from '../../../platform/http/index.ts';
import { qrCode } from '../../../platform/qr-code.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import {
  afterDueText,
  barcodeSvg,
  dayWords,
  type PrintedSlip,
  sheetSvg,
  termsTexts,
} from '../../printed-slip/index.ts';
import { groupedLine } from '../../providers/index.ts';

/** A slip that can be paid now. */
export interface ShownSlip {
  readonly slip: PrintedSlip;
  readonly description: string | undefined;
  /** The local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Where the script asks how the slip stands. */
  readonly ask: string;
  /** Where the same lies as a file. */
  readonly pdf: string;
  /** Sandbox: where a press pays it. */
  readonly testPay: string | undefined;
  /** Where the buyer may pay in another way. */
  readonly elsewhere?: string | undefined;
}

/** Due date, the line to type, bars, the code of a hybrid, what to do; and the sheet that is printed. */
export function slipView({ slip, description, today, ask, pdf, testPay, elsewhere }: ShownSlip): Html {
  const { amount, barcode, pixCode } = slip;
  const title = `Boleto de ${moneyText(amount)}`;
  return html`<section aria-label="Resumo" data-stand="waiting" data-ask="${ask}">
${description === undefined ? undefined : html`<p class="soft">${description}</p>`}
<h1 class="amount">${moneyText(amount)}</h1>
${dueView(slip, today)}
${termsTexts(slip.terms).map((text) => html`<p class="soft small gap">${text}</p>`)}
<p class="awaited gap">Aguardando o pagamento</p>
${elsewhere === undefined ? undefined : html`<p class="gap small"><a href="${elsewhere}">Pagar de outra forma</a></p>`}
</section>
<div>
<div class="card"><h2>Pague o boleto</h2>
<button class="go" id="copiar" type="button" data-copies="linha" data-told="copiado" hidden>Copiar linha digitável</button>
<p class="hint good" id="copiado" role="status"></p>
<div><label class="f" for="linha">Linha digitável</label>
<textarea class="in line" id="linha" rows="2" readonly spellcheck="false">${groupedLine(slip.line)}</textarea></div>
<div class="bars">${barcodeSvg(barcode)}</div>
<a class="go second" href="${pdf}">Baixar em PDF</a>
<button class="go second" id="imprimir-boleto" type="button" hidden>Imprimir</button>
<h2 class="gap">Como pagar</h2>
<ol class="steps">
<li>Abra o aplicativo do seu banco e escolha pagar boleto.</li>
<li>Copie e cole a linha digitável, ou aponte a câmera para o código de barras.</li>
<li>Confira o beneficiário e o valor e confirme. O banco avisa a loja em até um dia útil.</li>
</ol>
<noscript><p class="gap soft">Para copiar, selecione a linha inteira. Para imprimir, use o PDF.</p></noscript>
${testPay === undefined ? undefined : html`<form class="gap" method="post" action="${testPay}"><button class="go second" type="submit">Pagar agora (teste)</button></form>`}
</div>
${pixCode === undefined ? undefined : pixCard(pixCode, amount)}
</div>
<div class="sheet">${sheetSvg(slip, title)}</div>`;
}

function dueView(slip: PrintedSlip, today: string): Html {
  const { dueOn } = slip;
  if (today > dueOn) {
    return html`<div class="note wait gap"><p>Venceu ${dayWords(dueOn)}</p><p>${afterDueText(slip)}</p></div>`;
  }
  const when = today === dueOn ? 'Vence hoje,' : 'Vence';
  return html`<p class="gap"><strong>${when} ${dayWords(dueOn)}</strong></p><p class="soft small">${afterDueText(slip)}</p>`;
}

function pixCard(code: string, amount: number): Html {
  return html`<div class="card gap"><h2>Ou pague com Pix</h2>
<p>Cai na hora: a loja recebe em segundos, e o código de barras deixa de valer.</p>
<div class="pix gap">
${qrCode(code, `QR code do Pix de ${moneyText(amount)}`)}
<button class="go" id="copiar-pix" type="button" data-copies="codigo" data-told="pix-copiado" hidden>Copiar código Pix</button>
<p class="hint good" id="pix-copiado" role="status"></p>
<div><label class="f" for="codigo">Pix copia e cola</label>
<textarea class="in" id="codigo" rows="5" readonly spellcheck="false">${code}</textarea></div>
</div></div>`;
}
