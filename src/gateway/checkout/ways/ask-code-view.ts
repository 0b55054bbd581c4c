import { type Html, html } from '../../../platform/http/index.ts';
import { moneyText } from '../../../platform/text/number-text.ts';
import { amountField } from '../page/form-view.ts';
import { offerSummary, type ShownOffer } from '../page/offer.ts';
import { NOTHING_TYPED } from '../page/read-form.ts';

/** Before there is a code: nothing is asked of a bank for who only looks at a page. */
export interface CodeAsked {
  readonly offer: ShownOffer;
  readonly ways: Html | undefined;
  readonly formKey: string;
  /** A code was shown before, and its time is over. */
  readonly isAgain: boolean;
  /** Why there is none although one was asked for. */
  readonly trouble: string | undefined;
  /** Set if the buyer chooses the amount; its limits in centavos. */
  readonly openAmount?:
    | {
        readonly min: number;
        readonly max: number;
        readonly typed: string;
        readonly error: string | undefined;
      }
    | undefined;
}

export function askCodeView({ offer, ways, formKey, isAgain, trouble, openAmount }: CodeAsked): Html {
  const { amount } = offer;
  const button = isAgain ? 'Gerar novo código' : 'Gerar código Pix';
  return html`${offerSummary(offer)}
<div>${ways}
<form class="card" method="post">
<h2>Pague com Pix</h2>
${isAgain && trouble === undefined ? html`<div class="note wait" role="status"><p>O código venceu</p><p>Nada foi pago. Gere outro para pagar agora.</p></div>` : undefined}
${trouble === undefined ? undefined : html`<div class="note wrong" role="alert"><p>Não foi possível gerar o código agora.</p><p>${trouble}</p></div>`}
${
  openAmount &&
  amountField(
    {
      typed: { ...NOTHING_TYPED, valor: openAmount.typed },
      errors: openAmount.error === undefined ? {} : { valor: openAmount.error },
    },
    openAmount,
  )
}
<p class="soft">${amount === undefined ? 'Você recebe um código para pagar no aplicativo do seu banco.' : html`Você recebe um código de ${moneyText(amount)} para pagar no aplicativo do seu banco.`} O pagamento é confirmado na hora.</p>
<input type="hidden" name="forma" value="pix">
<input type="hidden" name="chave" value="${formKey}">
<button class="go" type="submit">${button}</button>
</form></div>`;
}
