import type { Decline } from '../../../providers/index.ts';

/** What a buyer is told about a refusal. */
export interface RefusalAdvice {
  /** Absent when the text that came with the refusal is clear enough. */
  readonly reason?: string;
  readonly whatToDo: string;
}

const BY_CLASS: Readonly<Record<Decline['declineClass'], RefusalAdvice>> = {
  hard: { whatToDo: 'Este cartão não pode ser usado nesta compra. Volte à loja e pague com outro cartão.' },
  fix_data: { whatToDo: 'Volte à loja, confira os dados do cartão e pague de novo.' },
  soft_customer: {
    whatToDo:
      'Fale com o banco do cartão, pelo aplicativo ou pelo telefone do verso, e tente de novo. Ou pague com outro cartão.',
  },
  soft_technical: { whatToDo: 'É uma falha passageira. Espere alguns minutos e pague de novo na loja.' },
  wrong_function: {
    whatToDo: 'Volte à loja e pague com a outra função do cartão, crédito ou débito.',
  },
  merchant_config: {
    whatToDo: 'Não há nada de errado com o seu cartão. Avise a loja, ou escolha outra forma de pagamento.',
  },
  authentication: {
    reason: 'O banco do cartão não confirmou que a compra é sua.',
    whatToDo:
      'Volte à loja e tente de novo, digitando o código que o banco enviar. Se você não reconhece a compra, fale com o banco.',
  },
};

/** Codes of the authentication (docs/contract/acquirers.md, A.5) that say more than their class. */
const BY_AUTHENTICATION_CODE: Readonly<Record<string, RefusalAdvice>> = {
  '201': {
    reason: 'O banco do cartão não fez a autenticação que esta compra exige.',
    whatToDo: 'Volte à loja e pague com outro cartão.',
  },
  '203': {
    reason: 'A loja não está habilitada para a autenticação da compra.',
    whatToDo: 'Avise a loja, ou escolha outra forma de pagamento.',
  },
  '204': {
    reason: 'Este cartão não participa da autenticação de compras pela internet.',
    whatToDo: 'Volte à loja e pague com outro cartão.',
  },
};

const OTHERWISE: RefusalAdvice = {
  reason: 'A compra não foi autorizada.',
  whatToDo: 'Volte à loja e tente de novo, ou pague com outro cartão.',
};

const byClass = new Map<string, RefusalAdvice>(Object.entries(BY_CLASS));
const byAuthenticationCode = new Map(Object.entries(BY_AUTHENTICATION_CODE));

/** By decline class ('' when unknown) and the answered code. */
export function buyerAdviceFor(declineClass = '', code = ''): RefusalAdvice {
  const own = declineClass === 'authentication' ? byAuthenticationCode.get(code) : undefined;
  return own ?? byClass.get(declineClass) ?? OTHERWISE;
}
