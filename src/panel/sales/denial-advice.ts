import { type DeclineClass, type KeptDecline, retryAdviceFor } from '../../gateway/providers/index.ts';
import type { Transaction } from '../../gateway/transactions/index.ts';
import { moment } from './sale-row.ts';
import type { Sale } from './schema.ts';

/** What the shop can do about a denial, by its class. */
const WHAT_TO_DO: Readonly<Record<DeclineClass, string>> = {
  hard: 'O banco não vai aprovar este cartão. Peça ao cliente outro cartão ou outra forma de pagamento.',
  fix_data: 'Peça ao cliente que confira número, validade e código de segurança do cartão.',
  soft_customer: 'Peça ao cliente que fale com o banco dele, ou que use outro cartão.',
  soft_technical: 'Foi uma falha passageira no caminho até o banco.',
  wrong_function: 'O cartão foi usado na função errada. Venda de novo na outra: crédito ou débito.',
  merchant_config:
    'O problema está no cadastro da loja no adquirente, e não no cartão. Fale com o adquirente.',
  authentication:
    'O banco não confirmou que era o dono do cartão. O cliente precisa digitar o código que o banco envia.',
};
const NO_REASON = 'O banco não disse o motivo. Peça ao cliente que fale com ele, ou que use outro cartão.';

/** Why a sale was denied and what to do. The texts of the codes come from the gateway's answer. */
export function denialOf(
  decline: KeptDecline,
  { providerCode, providerMessage }: Pick<Transaction['result'], 'providerCode' | 'providerMessage'>,
): NonNullable<Sale['denial']> {
  const text = providerMessage ?? 'A compra não foi autorizada.';
  const { mayRetry, retryAfter } = retryAdviceFor(decline);
  return {
    why: providerCode === undefined ? text : `${text} (código ${providerCode})`,
    whatToDo: decline.declineClass === undefined ? NO_REASON : WHAT_TO_DO[decline.declineClass],
    mayRetry,
    retryAfter: retryAfter === undefined ? null : moment(retryAfter),
  };
}
