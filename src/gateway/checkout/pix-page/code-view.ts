import { type Html, html } from '../../../platform/http/index.ts';
import { qrCode } from '../../../platform/qr-code.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { discountNote } from '../page/offer.ts';

/** A code that can be paid now. */
export interface ShownCode {
  readonly description: string | undefined;
  /** Centavos. */
  readonly amount: number;
  /** What it costs without the discount of a Pix. */
  readonly originalAmount?: number | undefined;
  /** The choice between the ways to pay. */
  readonly ways?: Html | undefined;
  readonly code: string;
  /** As people write it. */
  readonly until: string;
  readonly leftMs: number;
  /** Where the script asks how the Pix stands. */
  readonly ask: string;
  /** Sandbox: where a press pays it. */
  readonly testPay: string | undefined;
}

/** Amount, code and what to do with it. Without a script the code is selected by hand. */
export function codeView(shown: ShownCode): Html {
  const { description, amount, originalAmount = amount, ways, code, until, leftMs, ask, testPay } = shown;
  return html`<section aria-label="Resumo" data-stand="waiting" data-ask="${ask}">
${description === undefined ? undefined : html`<p class="soft">${description}</p>`}
<h1 class="amount">${moneyText(amount)}</h1>
${originalAmount === amount ? undefined : discountNote(originalAmount, amount)}
<p class="gap">Pague até ${until}</p>
<p class="left" id="prazo" role="timer" data-left="${leftMs}" hidden></p>
<p class="awaited gap">Aguardando o pagamento</p>
</section>
<div>${ways}
<div class="card"><h2>Pague com Pix</h2>
<div class="pix">
${qrCode(code, `QR code do Pix de ${moneyText(amount)}`)}
<button class="go" id="copiar" type="button" data-copies="codigo" data-told="copiado" hidden>Copiar código Pix</button>
<p class="hint good" id="copiado" role="status"></p>
<div><label class="f" for="codigo">Pix copia e cola</label>
<textarea class="in" id="codigo" rows="5" readonly spellcheck="false">${code}</textarea></div>
</div>
<h2 class="gap">Como pagar</h2>
<ol class="steps">
<li>Abra o aplicativo do seu banco e escolha pagar com Pix.</li>
<li>Copie e cole o código, ou aponte a câmera para o QR code.</li>
<li>Confira o nome e o valor e confirme. Esta página mostra o comprovante em seguida.</li>
</ol>
<noscript><p class="gap soft">Esta página se atualiza sozinha. Para copiar, selecione o código inteiro.</p></noscript>
${testPay === undefined ? undefined : testButton(testPay)}
</div></div>`;
}

function testButton(address: string): Html {
  return html`<form class="gap" method="post" action="${address}"><button class="go second" type="submit">Pagar agora (teste)</button></form>`;
}
