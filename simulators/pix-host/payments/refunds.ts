import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Payment, Return } from '../charges/book.ts';
import { returnForm } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import { endToEndId } from '../wire/ids.ts';
import { centavosOf } from '../wire/money.ts';
import { type Problem, violation } from '../wire/problems.ts';
import { paymentOf } from './read-payments.ts';
import { leftOf } from './take-back.ts';

const ID = /^[a-zA-Z0-9]{1,35}$/;
const NATURES = ['ORIGINAL', 'RETIRADA'];
const MAX_DESCRIPTION = 140;
const WINDOW_MS = 90 * 86_400_000;
const PROCESSING_MS = 2_000;

/** `PUT /pix/{e2eid}/devolucao/{id}`: in process, and done or not a moment later. */
export async function askRefund(host: Host, call: Call): Promise<HostAnswer> {
  const { params, body } = call;
  const id = String(params.id);
  if (!ID.test(id)) throw invalid('id', 'não respeita o schema', id);
  const payment = paymentOf(host, call);
  const { natureza = 'ORIGINAL', descricao } = body;
  if (!NATURES.includes(String(natureza))) throw invalid('natureza', 'não respeita o schema', natureza);
  if (natureza === 'RETIRADA') throw invalid('natureza', 'o Pix não teve saque nem troco', natureza);
  const isText =
    descricao === undefined || (typeof descricao === 'string' && descricao.length <= MAX_DESCRIPTION);
  if (!isText) throw invalid('descricao', `deve ser um texto de até ${MAX_DESCRIPTION} caracteres`);
  const amount = centavosOf(body.valor);
  if (amount === undefined || amount === 0) throw invalid('valor', 'não respeita o schema', body.valor ?? '');
  if (payment.returns.some((one) => one.id === id)) throw invalid('id', 'já foi usado nesse Pix', id);
  if (amount > leftOf(payment))
    throw invalid('valor', 'a soma das devoluções passa do valor do Pix', body.valor);
  const now = host.clock.now();
  if (now - payment.at > WINDOW_MS)
    throw invalid('endToEndId', 'passou o prazo de 90 dias', payment.endToEndId);
  const asked: Return = {
    id,
    rtrId: endToEndId(now, 'D'),
    amount,
    nature: String(natureza),
    description: descricao === undefined ? undefined : String(descricao),
    requestedAt: now,
    state: 'EM_PROCESSAMENTO',
    settledAt: undefined,
    reason: undefined,
  };
  payment.returns.push(asked);
  const answer = { status: host.quirks.createdStatus, body: returnForm(asked) };
  void settle(host, payment, asked);
  return answer;
}

/** `GET /pix/{e2eid}/devolucao/{id}` */
export async function readRefund(host: Host, call: Call): Promise<HostAnswer> {
  const id = String(call.params.id);
  const found = paymentOf(host, call).returns.find((one) => one.id === id);
  if (!found) throw violation('PixDevolucaoNaoEncontrada', 'id', 'não existe', id);
  return { status: 200, body: returnForm(found) };
}

async function settle({ clock, notices }: Host, payment: Payment, asked: Return): Promise<void> {
  if (!(await clock.wait(PROCESSING_MS))) return;
  if (payment.refundsFail) {
    asked.state = 'NAO_REALIZADO';
    asked.reason = 'Saldo insuficiente na conta do recebedor.';
  } else {
    asked.state = 'DEVOLVIDO';
    asked.settledAt = clock.now();
  }
  notices.announce(payment, 1);
}

function invalid(member: string, reason: string, value?: unknown): Problem {
  return violation('PixDevolucaoInvalida', member, reason, value);
}
