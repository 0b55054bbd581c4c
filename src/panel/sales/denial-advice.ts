import { cardAdviceOf, LIMIT_TEXTS, type RetryLimit } from '../../gateway/kinds/card/index.ts';
import { type DeclineClass, type KeptDecline, retryAdviceFor } from '../../gateway/providers/index.ts';
import { Status, type Transaction } from '../../gateway/transactions/index.ts';
import { moment } from '../interface/moment.ts';
import type { Sale } from './schema.ts';

/** What the shop can do about a denial, by its class. */
const WHAT_TO_DO: Readonly<Record<DeclineClass, string>> = {
  hard: 'O banco não vai aprovar este cartão. Peça ao cliente outro cartão ou outra forma de pagamento.',
  fix_data: 'Peça ao cliente que confira número, validade e código de segurança do cartão.',
  soft_customer: 'Peça ao cliente que fale com o banco dele, ou que use outro cartão.',
  soft_technical: 'Foi uma falha passageira no caminho até o banco.',
  wrong_function: 'O cartão foi usado na função errada. Venda de novo na outra: crédito ou débito.',
  merchant_config:
    'O problema está no cadastro da loja na adquirente, e não no cartão. Fale com a adquirente.',
  authentication:
    'O banco não confirmou que era o dono do cartão. O cliente precisa digitar o código que o banco envia.',
};
const NO_REASON = 'O banco não disse o motivo. Peça ao cliente que fale com ele, ou que use outro cartão.';

/** Why a sale was denied and what to do. The texts of the codes come from the gateway's answer. */
export function denialOf(
  decline: KeptDecline,
  { order, result }: Pick<Transaction, 'order' | 'result'>,
  { isExhausted }: { readonly isExhausted: boolean },
): NonNullable<Sale['denial']> {
  const { providerCode, providerMessage, status } = result;
  const text = providerMessage ?? 'A compra não foi autorizada.';
  const { intention } = order;
  const advice = cardAdviceOf({ order, result }, decline);
  const { mayRetry, retryAfter } = advice ?? retryAdviceFor(decline);
  return {
    why: providerCode === undefined ? text : `${text} (código ${providerCode})`,
    whatToDo: decline.declineClass === undefined ? NO_REASON : WHAT_TO_DO[decline.declineClass],
    mayRetry,
    retryAfter: retryAfter === undefined ? null : moment(retryAfter),
    limit: limitText(advice?.retryReason),
    link: intention ? linkText(status, { isExhausted, isReusable: intention.linkId !== undefined }) : null,
  };
}

/** Of a sale that reached a ceiling of its card scheme, or was above it. */
export function limitText(limit: RetryLimit | undefined): string | null {
  if (limit === undefined || limit === 'irreversible_code') return null;
  const text = LIMIT_TEXTS[limit];
  return `Daqui em diante a bandeira cobra por tentativa: ${text}.`;
}

/** Whether the buyer can try again. A reusable link opens a new page at each visit. */
function linkText(
  status: Status,
  { isExhausted, isReusable }: { readonly isExhausted: boolean; readonly isReusable: boolean },
): string | null {
  if (status === Status.intention && !isExhausted) return 'O link continua aberto para outra tentativa.';
  const another = isReusable
    ? 'o comprador pode abrir o link de novo.'
    : 'para outra tentativa, envie outro.';
  switch (status) {
    case Status.intention:
      return isReusable
        ? `Esta página do link não aceita mais tentativas: ${another}`
        : `O link não aceita mais tentativas: ${another}`;
    case Status.expired:
      return isReusable ? `Esta página do link expirou: ${another}` : `O link expirou: ${another}`;
    case Status.intentionCanceled:
      return isReusable
        ? `Esta página do link foi cancelada: ${another}`
        : `O link foi cancelado: ${another}`;
    default:
      return null;
  }
}
