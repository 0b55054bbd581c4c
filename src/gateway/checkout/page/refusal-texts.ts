import type { PayRefusal } from '../../intentions/index.ts';
import type { DeclineClass } from '../../providers/index.ts';
import type { Notice } from './form-view.ts';
import type { FieldErrors, FormName } from './read-form.ts';

const NOTHING_CHARGED = 'Nada foi cobrado.';

const WHAT_TO_DO: Readonly<Record<DeclineClass, string>> = {
  hard: 'Este cartão não pode ser usado nesta compra. Pague com outro cartão.',
  fix_data: 'Confira o número, a validade e o código, e tente de novo.',
  soft_customer:
    'Fale com o banco do cartão, pelo aplicativo ou pelo telefone do verso, e tente de novo. Ou pague com outro cartão.',
  soft_technical: 'É uma falha passageira. Espere alguns minutos e tente de novo.',
  wrong_function: 'Pague com a outra função do cartão, crédito ou débito.',
  merchant_config: 'Não há nada de errado com o seu cartão. Avise a loja.',
  authentication:
    'Tente de novo, digitando o código que o banco enviar, ou pague com outro cartão. Se você não reconhece a compra, fale com o banco.',
};

/** The notice to the buyer about a refused attempt. */
export function noticeOf(message: string | undefined, declineClass: DeclineClass | undefined): Notice {
  // Said once, and by what follows.
  const denial =
    message?.replace(/[;,.]?\s*nada foi cobrado\.?\s*$/i, '').replace(/[.\s]+$/, '') ||
    'O pagamento não foi autorizado';
  const reason =
    declineClass === 'authentication' ? 'O banco do cartão não confirmou que a compra é sua.' : `${denial}.`;
  const whatToDo =
    declineClass === undefined ? 'Tente de novo, ou pague com outro cartão.' : WHAT_TO_DO[declineClass];
  return { reason, whatToDo: `${NOTHING_CHARGED} ${whatToDo}` };
}

/** Where the buyer goes on typing: with another card, or with the code, which is asked for at every try. */
export function focusAfter(declineClass: DeclineClass | undefined): 'numero' | 'cvv' {
  return declineClass === 'hard' ? 'numero' : 'cvv';
}

const NOT_TRIED: Partial<Readonly<Record<PayRefusal, FieldErrors>>> = {
  card_refused_for_good: { numero: 'O banco recusou este cartão. Use outro cartão.' },
  type_not_offered: { tipo: 'A loja não aceita esta função do cartão.' },
  installments_not_offered: { parcelas: 'Escolha um número de parcelas da lista.' },
};

/** What to correct in the form; undefined if the page itself shows what happened. */
export function errorsOfRefusal(reason: PayRefusal): FieldErrors | undefined {
  return NOT_TRIED[reason];
}

const FORM_NAMES: Readonly<Record<string, FormName>> = {
  number: 'numero',
  cvv: 'cvv',
  expirationMonth: 'validade',
  expirationYear: 'validade',
  holderName: 'nome',
  document: 'documento',
  interestType: 'parcelas',
};

/** Shows a refusal that names a card field beside that field. */
export function errorsOfField(field: string | undefined, message: string): FieldErrors | undefined {
  const name = FORM_NAMES[field?.split('.').at(-1) ?? ''];
  if (name === undefined) return undefined;
  return { [name]: name === 'numero' && message.includes('teste') ? message : FIELD_TEXTS[name] };
}

const FIELD_TEXTS: Readonly<Record<FormName, string>> = {
  valor: 'Confira o valor.',
  tipo: 'Escolha crédito ou débito.',
  numero: 'Confira o número do cartão.',
  validade: 'Digite mês e ano, como 08/31.',
  cvv: 'Confira o código do cartão.',
  nome: 'Confira o nome: digite só o que está impresso no cartão.',
  documento: 'Confira o CPF ou CNPJ.',
  parcelas: 'A loja não oferece este parcelamento. Escolha outro.',
  guardar: 'Confira se o cartão pode ficar salvo.',
};
