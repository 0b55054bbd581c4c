import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { STATES } from '../../../platform/text/places-by-cep.ts';
import { amountField, noticeView, WAITING_LINE } from '../page/form-view.ts';
import { offerSummary, type ShownOffer } from '../page/offer.ts';
import { NOTHING_TYPED } from '../page/read-form.ts';
import type { ScriptedForm } from '../page/reply.ts';
import { LONGEST, SLIP_WRONG, type SlipErrors, type SlipField, type TypedSlip } from './read-slip-form.ts';
import { SLIP_FORM_SCRIPT, SLIP_FORM_SCRIPT_SOURCE } from './script.ts';

/** Before there is a slip: banks want to know who pays it, and where he lives. */
export interface SlipForm {
  readonly offer: ShownOffer;
  readonly ways: Html | undefined;
  /** When a slip that is made now is due, as people write it. */
  readonly due: string;
  readonly formKey: string;
  readonly typed: TypedSlip;
  readonly errors: SlipErrors;
  /** Why there is none although one was asked for. */
  readonly trouble: string | undefined;
  /** Set if the buyer chooses the amount; its limits in centavos. */
  readonly openAmount?: { readonly min: number; readonly max: number } | undefined;
}

type Filled = Pick<SlipForm, 'typed' | 'errors'>;

/** The form with its script, without which it works too; it is posted to its own address. */
export function slipForm(form: SlipForm): ScriptedForm {
  return { body: slipFormView(form), script: SLIP_FORM_SCRIPT, scriptSource: SLIP_FORM_SCRIPT_SOURCE };
}

function slipFormView(form: SlipForm): Html {
  const { offer, typed, errors, openAmount, trouble } = form;
  const shownAmount = openAmount && {
    typed: { ...NOTHING_TYPED, valor: typed.valor },
    errors: errors.valor === undefined ? {} : { valor: errors.valor },
  };
  return html`${offerSummary(offer)}
<div>${form.ways}
<form class="card" method="post" novalidate data-boleto>
<h2>Pague com boleto</h2>
${noticeView(trouble === undefined ? undefined : { reason: 'Não foi possível emitir o boleto agora.', whatToDo: trouble })}
<p class="soft">O boleto${offer.amount === undefined ? '' : html` de ${moneyText(offer.amount)}`} vence ${form.due}. A loja recebe em até um dia útil depois do pagamento.</p>
${openAmount && shownAmount && amountField(shownAmount, openAmount)}
${fieldOf(form, 'pagador', 'Nome de quem paga', html`autocomplete="name"`)}
${fieldOf(form, 'documento', 'CPF ou CNPJ', html`autocomplete="off" placeholder="000.000.000-00"`)}
${fieldOf(form, 'email', 'E-mail (opcional)', html`type="email" inputmode="email" autocomplete="email" spellcheck="false"`)}
${fieldOf(form, 'cep', 'CEP', html`inputmode="numeric" autocomplete="postal-code" placeholder="00000-000"`)}
${fieldOf(form, 'rua', 'Rua ou avenida', html`autocomplete="address-line1"`)}
<div class="row">
<div>${fieldOf(form, 'lugar', 'Número', html`autocomplete="off"`)}</div>
<div>${fieldOf(form, 'complemento', 'Complemento', html`autocomplete="address-line2"`)}</div>
</div>
${fieldOf(form, 'bairro', 'Bairro', html`autocomplete="address-level3"`)}
<div class="row">
<div>${fieldOf(form, 'cidade', 'Cidade', html`autocomplete="address-level2"`)}</div>
<div>${stateField(form)}</div>
</div>
<input type="hidden" name="forma" value="boleto">
<input type="hidden" name="chave" value="${form.formKey}">
<button class="go" type="submit" data-busy="Emitindo o boleto…">Gerar boleto</button>
${WAITING_LINE}
<p class="safe">O banco exige nome, documento e endereço de quem paga.</p>
</form></div>`;
}

function fieldOf(form: Filled, name: SlipField, label: string, attributes: Html): Html {
  const longest = LONGEST[name];
  const input = html`<input class="in" id="${name}" name="${name}" value="${form.typed[name]}" ${attributes}${longest === undefined ? undefined : html` maxlength="${longest}"`}${statesOf(form, name)}>`;
  return html`<label class="f" for="${name}">${label}</label>${input}${errorOf(form, name)}`;
}

function stateField(form: Filled): Html {
  const option = (state: string) =>
    html`<option${state === form.typed.uf ? html` selected` : undefined}>${state}</option>`;
  return html`<label class="f" for="uf">Estado</label><select class="in" id="uf" name="uf" autocomplete="address-level1"${statesOf(form, 'uf')}><option value="">Pelo CEP</option>${STATES.map(option)}</select>${errorOf(form, 'uf')}`;
}

/** How it is told to screen readers, and where the buyer goes on. */
function statesOf({ errors }: Filled, name: SlipField): Html {
  const isFirst = Object.keys(errors)[0] === name;
  return html` aria-describedby="${name}-erro" aria-invalid="${errors[name] === undefined ? 'false' : 'true'}"${isFirst ? html` autofocus` : undefined}`;
}

function errorOf({ errors }: Filled, name: SlipField): Html {
  const error = errors[name];
  const usual: Partial<Record<SlipField, string>> = SLIP_WRONG;
  return html`<p class="err" id="${name}-erro" data-text="${usual[name] ?? ''}"${error === undefined ? html` hidden` : undefined}>${error}</p>`;
}
