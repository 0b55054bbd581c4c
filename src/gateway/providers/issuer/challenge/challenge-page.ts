import { html, messagePage, page } from '../../../../platform/http/index.ts';
import { moneyText } from '../../../../platform/text/number-text.ts';
import type { ChallengeView } from './challenge.ts';

type Shown = Exclude<ChallengeView, { view: 'onward' }>;
type Question = Extract<ChallengeView, { view: 'question' }>;
type Over = Extract<ChallengeView, { view: 'over' }>;

/** Longer than any code, short enough for a form. */
const CODE_MAX_CHARACTERS = 20;

const OVER = {
  ended: { title: 'Autenticação encerrada', text: 'Esta autenticação já terminou. Nada mudou agora.' },
  too_late: {
    title: 'Tempo esgotado',
    text: 'O prazo para confirmar a compra acabou. Nada foi cobrado: volte à loja e tente de novo.',
  },
  taken_back: {
    title: 'Compra cancelada',
    text: 'A loja desistiu desta compra antes da confirmação. Nada foi cobrado.',
  },
} as const satisfies Record<Over['why'], { readonly title: string; readonly text: string }>;

/** The page for what a buyer gets to see. */
export function challengePage(shown: Shown): string {
  switch (shown.view) {
    case 'unknown':
      return messagePage('Página não encontrada', 'Confira o endereço, ou volte à loja e tente de novo.');
    case 'question':
      return questionPage(shown);
    case 'ended':
      return shown.approved
        ? messagePage('Compra confirmada', 'Você já pode voltar à loja.')
        : messagePage('Compra não confirmada', 'Nada foi cobrado. Volte à loja e tente de novo.');
    case 'over':
      return overPage(shown);
  }
}

function questionPage(question: Question): string {
  const wrong =
    question.codeMissing && html`<p class="wrong" id="wrong" role="alert">Digite o código, ou cancele.</p>`;
  return page({
    title: question.codeMissing ? 'Erro: confirme a compra' : 'Confirme a compra',
    body: html`<h1>Confirme a compra</h1>
<p class="amount">${moneyText(question.amount)}</p>
<dl>
${question.shop === '' ? undefined : html`<dt>Loja</dt><dd>${question.shop}</dd>`}
<dt>Cartão</dt><dd>${question.brand} ${question.mask}</dd>
</dl>
<p>Emissor simulado, para testes. O código que chegaria ao seu celular é <strong class="code">${question.oneTimeCode}</strong></p>
${wrong || undefined}
<form method="post" autocomplete="off">
<label for="codigo">Código</label>
<input id="codigo" name="codigo" inputmode="numeric" autocomplete="one-time-code" required maxlength="${CODE_MAX_CHARACTERS}" aria-describedby="${wrong ? 'wrong regra' : 'regra'}"${wrong ? html` aria-invalid="true"` : undefined} autofocus>
<p class="hint" id="regra">O código certo confirma a compra. Qualquer outro recusa.</p>
<button type="submit" name="acao" value="confirmar">Confirmar</button>
<button type="submit" name="acao" value="cancelar" class="secondary" formnovalidate>Cancelar</button>
</form>`,
  });
}

function overPage({ why, url }: Over): string {
  const { title, text } = OVER[why];
  const onward = url === undefined ? undefined : html`<a class="button" href="${url}">Continuar</a>`;
  return page({
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
${onward}`,
  });
}
