import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { brandMarks } from './brand-marks.ts';
import type { InstallmentChoice } from './installments.ts';
import { offerSummary, type ShownOffer } from './offer.ts';
import {
  CARD_EXPIRED,
  CODE_WRONG,
  EXPIRY_WRONG,
  type FieldErrors,
  type FormName,
  KEEPS_CARD,
  NOTHING_TYPED,
  type TypedForm,
} from './read-form.ts';
import { testCardsView } from './test-cards.ts';

/** Why the last attempt was refused, and what the buyer can do. */
export interface Notice {
  readonly reason: string;
  readonly whatToDo: string;
}

export interface PaymentForm {
  readonly offer: ShownOffer;
  /** The choice between the ways to pay. */
  readonly ways?: Html | undefined;
  readonly types: 'any' | 'credit' | 'debit';
  readonly installments: readonly InstallmentChoice[];
  readonly asksDocument: boolean;
  /** Sandbox: cards to try, with what becomes of each. */
  readonly testCards: boolean;
  /** Set if the buyer chooses the amount; its limits in centavos. */
  readonly openAmount?: { readonly min: number; readonly max: number } | undefined;
  /** Set if the shop wants to keep the card: the buyer is asked. `series`: the next payments need it. */
  readonly keepsCard?: 'asked' | 'series' | undefined;
  /** Idempotency key of this form: sent twice, it pays once. */
  readonly formKey: string;
  readonly typed: TypedForm;
  readonly errors: FieldErrors;
  readonly notice: Notice | undefined;
}

type TypedFields = Pick<PaymentForm, 'typed' | 'errors'>;

const DEVICE_FIELDS = ['cores', 'idioma', 'altura', 'largura', 'fuso'] as const;

/** The offer and the form, which works without a script and is posted to its own address. */
export function formView(form: PaymentForm): Html {
  const { offer, notice, openAmount } = form;
  const pay = offer.amount === undefined ? 'Pagar' : `Pagar ${moneyText(offer.amount)}`;
  return html`${offerSummary(offer)}
<div>${form.ways}
<form class="card" method="post" novalidate data-card>
<h2>Pague com cartão</h2>
${brandMarks()}
${noticeView(notice)}
${openAmount && amountField(form, openAmount)}
${typeField(form)}
${cardFieldsView(form)}
${
  form.asksDocument
    ? textField(form, {
        name: 'documento',
        label: 'CPF ou CNPJ do titular',
        attributes: html`autocomplete="off" placeholder="000.000.000-00"`,
        wrong: 'Confira o CPF ou CNPJ.',
      })
    : undefined
}
${installmentField(form)}
${keepField(form)}
<input type="hidden" name="chave" value="${form.formKey}">
${DEVICE_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="">`)}
<button class="go" type="submit" data-busy="Falando com o banco…">${pay}</button>
${WAITING_LINE}
<p class="safe">Pagamento seguro: a loja não vê os dados do seu cartão.</p>
${form.testCards ? testCardsView(form.types) : undefined}
</form></div>`;
}

/** Where the page's script tells how long the bank takes. */
export const WAITING_LINE = html`<p class="hint" id="espera" role="status" hidden></p>`;

/** Why the last attempt was refused; the page's script writes here too. */
export function noticeView(notice: Notice | undefined): Html {
  return html`<div class="note wrong" id="recusa" role="alert"${notice === undefined ? html` hidden` : undefined}>${notice && html`<p>${notice.reason}</p><p>${notice.whatToDo}</p>`}</div>`;
}

/** Number, expiry, code and holder of a card. */
export function cardFieldsView(form: TypedFields): Html {
  return html`${textField(form, {
    name: 'numero',
    label: 'Número do cartão',
    attributes: html`inputmode="numeric" autocomplete="cc-number" placeholder="0000 0000 0000 0000"`,
    wrong: 'Confira o número do cartão.',
    after: html`<output id="bandeira" for="numero"></output>`,
    holder: 'number',
  })}
<div class="row">
<div>${textField(form, {
    name: 'validade',
    label: 'Validade',
    attributes: html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/AA" data-over="${CARD_EXPIRED}"`,
    wrong: EXPIRY_WRONG,
  })}</div>
<div>${textField(form, {
    name: 'cvv',
    label: 'Código (CVV)',
    attributes: html`inputmode="numeric" autocomplete="cc-csc" placeholder="3 dígitos"`,
    wrong: CODE_WRONG,
  })}</div>
</div>
${textField(form, {
  name: 'nome',
  label: 'Nome impresso no cartão',
  attributes: html`autocomplete="cc-name" autocapitalize="characters" spellcheck="false"`,
  wrong: 'Digite o nome como está no cartão.',
})}`;
}

interface TextField {
  readonly name: FormName;
  readonly label: string;
  readonly attributes: Html;
  /** What the script shows when the field is wrong. */
  readonly wrong: string;
  readonly after?: Html;
  readonly holder?: string;
}

/** Number and code are never sent back to the browser. */
function textField({ typed, errors }: TypedFields, field: TextField): Html {
  const { name, label, attributes, wrong, after, holder } = field;
  const error = errors[name];
  const isFirst = Object.keys(errors)[0] === name;
  const input = html`<input class="in" id="${name}" name="${name}" value="${name === 'numero' || name === 'cvv' ? '' : typed[name]}" ${attributes} aria-describedby="${name}-erro" aria-invalid="${error === undefined ? 'false' : 'true'}"${isFirst ? html` autofocus` : undefined}>`;
  return html`<label class="f" for="${name}">${label}</label>${holder ? html`<div class="${holder}">${input}${after}</div>` : input}
<p class="err" id="${name}-erro" data-text="${wrong}"${error === undefined ? html` hidden` : undefined}>${error}</p>`;
}

/** Of a buyer who chooses what to pay. */
export function amountField(
  { typed, errors }: TypedFields,
  { min, max }: { readonly min: number; readonly max: number },
): Html {
  const error = errors.valor;
  return html`<label class="f" for="valor">Valor</label><input class="in" id="valor" name="valor" inputmode="decimal" autocomplete="off" placeholder="0,00" value="${typed.valor}" aria-describedby="valor-erro valor-dica" aria-invalid="${error === undefined ? 'false' : 'true'}">
<p class="hint" id="valor-dica">De ${moneyText(min)} a ${moneyText(max)}.</p>
<p class="err" id="valor-erro" data-text="Digite o valor."${error === undefined ? html` hidden` : undefined}>${error}</p>`;
}

/** How the buyer is asked, where the shop wants to keep the card. */
export function keepingOf(
  isWanted: boolean,
  { recurrent }: { readonly recurrent: boolean },
): PaymentForm['keepsCard'] {
  if (!isWanted) return undefined;
  return recurrent ? 'series' : 'asked';
}

/** The card is kept only with the buyer's consent, which is asked for in a box that is ticked only where a series needs it. */
function keepField({ types, keepsCard, typed, offer }: PaymentForm): Html | undefined {
  if (keepsCard === undefined || types === 'debit') return undefined;
  const isTicked = typed === NOTHING_TYPED ? keepsCard === 'series' : typed.guardar === KEEPS_CARD;
  const text =
    keepsCard === 'series'
      ? html`Guardar este cartão para as próximas cobranças desta série de ${offer.shop.name}.`
      : html`Guardar este cartão para as próximas compras que eu combinar com ${offer.shop.name}.`;
  return html`<div id="campo-guardar"><label class="keep"><input type="checkbox" name="guardar" value="${KEEPS_CARD}"${isTicked ? html` checked` : undefined}><span>${text}</span></label>
<p class="hint">Só no crédito. Sem marcar, o cartão é usado agora e não fica salvo.</p></div>`;
}

function typeField({ types, typed, errors }: PaymentForm): Html | undefined {
  if (types !== 'any') return undefined;
  const choice = (value: string, text: string) =>
    html`<label><input type="radio" name="tipo" value="${value}"${(typed.tipo === 'debito') === (value === 'debito') ? html` checked` : undefined}>${text}</label>`;
  return html`<fieldset class="seg" aria-label="Função do cartão">${choice('credito', 'Crédito')}${choice('debito', 'Débito')}</fieldset>
${errors.tipo === undefined ? undefined : html`<p class="err" role="alert">${errors.tipo}</p>`}`;
}

function installmentField({ types, installments, typed, errors }: PaymentForm): Html | undefined {
  if (types === 'debit' || installments.length === 0) return undefined;
  const error = errors.parcelas;
  const isDivided = installments.some(({ count }) => count > 1);
  return html`<div id="campo-parcelas"><label class="f" for="parcelas">Parcelas</label><select class="in" id="parcelas" name="parcelas" aria-describedby="parcelas-erro" aria-invalid="${error === undefined ? 'false' : 'true'}">
${installments.map(
  ({ count, text }) =>
    html`<option value="${count}"${String(count) === typed.parcelas ? html` selected` : undefined}>${text}</option>`,
)}
</select>
${isDivided ? html`<p class="hint">No débito o pagamento é à vista. No crédito, a 1ª parcela pode variar alguns centavos.</p>` : undefined}
<p class="err" id="parcelas-erro"${error === undefined ? html` hidden` : undefined}>${error}</p></div>`;
}
