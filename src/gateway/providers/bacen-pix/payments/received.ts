import type { ReceivedOutcome, ReceivedPeriod } from '../../charge-provider.ts';
import { type Fields, group, list, wholeNumber } from '../../http/index.ts';
import { readPayment } from '../answer/payment.ts';
import type { BankAccount } from '../call/settings.ts';
import { type BacenContext, isMissing, noAnswer, reasonOf } from '../context.ts';

/** Within the size of an answer, even where each of them was returned in parts. */
const PER_PAGE = 100;

/** `GET /pix?inicio&fim`: what arrived in a period, one page of it. */
export async function receivedPayments(
  { host, deadlineIn, timing }: BacenContext,
  account: BankAccount,
  { from, to, page, returned }: ReceivedPeriod,
): Promise<ReceivedOutcome> {
  if (from > to) return { outcome: 'invalid_request', reason: 'the period ends before it begins' };
  if (from === to) return { outcome: 'listed', payments: [], nextPage: undefined };
  const query = {
    inicio: new Date(from).toISOString(),
    // The bank counts the last moment in.
    fim: new Date(to - 1).toISOString(),
    ...(returned && { devolucaoPresente: 'true' }),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PER_PAGE),
  };
  const reply = await host.call(account, { method: 'GET', path: '/pix', query }, deadlineIn(timing.otherMs));
  if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
  if (reply.kind === 'refused') {
    // Some banks say so where nothing arrived.
    if (isMissing(reply)) return { outcome: 'listed', payments: [], nextPage: undefined };
    return { outcome: 'invalid_request', reason: reasonOf(reply.problem) };
  }
  const payments = list(reply.fields, 'pix')?.map(readPayment);
  if (!payments?.every((payment) => payment !== undefined)) {
    return { outcome: 'unknown', reason: 'the answer tells payments that cannot be read' };
  }
  return {
    outcome: 'listed',
    payments: payments.toSorted((one, other) => one.at - other.at),
    nextPage: isLast(reply.fields, page) ? undefined : page + 1,
  };
}

function isLast(fields: Fields, page: number): boolean {
  const paging = group(group(fields, 'parametros'), 'paginacao');
  return page + 1 >= (wholeNumber(paging, 'quantidadeDePaginas') ?? 0);
}
