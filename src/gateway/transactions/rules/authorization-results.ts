import type { AuthorizeOutcome, HostAnswer } from '../../providers/index.ts';
import type { PaymentKinds } from './kind.ts';
import { newResult, type Result, Status, type Transaction } from './transaction.ts';

const APPROVED_CODE = '00';
export const AUTHORIZED_MESSAGE = 'Transação autorizada com sucesso';
export const CAPTURED_MESSAGE = 'Transação capturada com sucesso';
const UNREACHED_MESSAGE = 'Sem comunicação com a adquirente; nada foi cobrado';
const MISCONFIGURED_MESSAGE = 'A adquirente recusou a configuração da loja; nada foi cobrado';
const WAITING_MESSAGE = 'Aguardando a confirmação da adquirente';

/** The transaction's result for an authorization outcome. `amount` is the requested amount. */
export function resultOf(
  outcome: AuthorizeOutcome,
  { amount, order }: Pick<Transaction, 'amount' | 'order'>,
  kinds: PaymentKinds,
): Result {
  const { statuses, refunds } = kinds.of(order.payment);
  const answered = said('answer' in outcome ? outcome.answer : undefined);
  switch (outcome.outcome) {
    case 'approved':
      return newResult(outcome.captured ? Status.captured : Status.authorized, {
        ...answered,
        providerCode: APPROVED_CODE,
        providerMessage: outcome.captured ? CAPTURED_MESSAGE : AUTHORIZED_MESSAGE,
        capturedAmount: outcome.captured ? amount : undefined,
        refundingAmount: refunds === 'several' ? 0 : undefined,
      });
    case 'declined': {
      const { code: providerCode, message: providerMessage } = outcome.decline;
      return newResult(Status.denied, { ...answered, providerCode, providerMessage });
    }
    case 'buyer_awaited':
      return newResult(statuses.awaited, answered);
    case 'not_sent':
      return newResult(Status.failed, { providerMessage: UNREACHED_MESSAGE });
    case 'invalid_request':
      return newResult(Status.failed, { ...answered, providerMessage: MISCONFIGURED_MESSAGE });
    case 'pending':
    case 'duplicate':
    case 'unknown':
      return newResult(statuses.unanswered, { ...answered, providerMessage: WAITING_MESSAGE });
  }
}

function said(answer: HostAnswer = {}) {
  return {
    providerReference: answer.theirId,
    providerCode: answer.rawCode,
    authorizationCode: answer.authorizationCode,
    eci: answer.eci,
  };
}
