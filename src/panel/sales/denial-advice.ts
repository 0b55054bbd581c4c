import type { Sale } from './schema.ts';

type Denial = NonNullable<Sale['denial']>;

/** What the shop can do about a denial, by its ABECS class. */
const BY_CLASS: Readonly<Record<string, Pick<Denial, 'whatToDo' | 'mayRetry'>>> = {
  hard: {
    whatToDo:
      'O banco não vai aprovar este cartão. Peça ao cliente outro cartão ou outra forma de pagamento.',
    mayRetry: 'no',
  },
  fix_data: {
    whatToDo: 'Peça ao cliente que confira número, validade e código de segurança do cartão.',
    mayRetry: 'yes',
  },
  soft_customer: {
    whatToDo: 'Peça ao cliente que fale com o banco dele, ou que use outro cartão.',
    mayRetry: 'later',
  },
  soft_technical: {
    whatToDo: 'Foi uma falha passageira no caminho até o banco.',
    mayRetry: 'later',
  },
  wrong_function: {
    whatToDo: 'O cartão foi usado na função errada. Venda de novo na outra: crédito ou débito.',
    mayRetry: 'yes',
  },
  merchant_config: {
    whatToDo: 'O problema está no cadastro da loja no adquirente, e não no cartão. Fale com o adquirente.',
    mayRetry: 'no',
  },
  authentication: {
    whatToDo:
      'O banco não confirmou que era o dono do cartão. O cliente pode tentar de novo e digitar o código que o banco envia.',
    mayRetry: 'yes',
  },
};

const OTHERWISE: Pick<Denial, 'whatToDo' | 'mayRetry'> = {
  whatToDo: 'O banco não disse o motivo. Peça ao cliente que fale com ele, ou que use outro cartão.',
  mayRetry: 'later',
};

/** Why a sale was denied and what to do. The texts of the codes come from the gateway's answer. */
export function denialOf(
  declineClass: string | undefined,
  code: string | undefined,
  message: string | undefined,
): Denial {
  const text = message ?? 'A compra não foi autorizada.';
  return {
    why: code === undefined ? text : `${text} (código ${code})`,
    retryAfter: null,
    ...(BY_CLASS[declineClass ?? ''] ?? OTHERWISE),
  };
}
