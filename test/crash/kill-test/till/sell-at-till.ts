import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../../../support/http-exchange.ts';
import type { Members } from '../../../support/operations-client.ts';
import type { Cluster } from '../cluster.ts';
import type { Receipt } from '../judge/evidence.ts';
import { NO_ANSWER, type TillAnswer } from '../judge/till-evidence.ts';
import { buy } from '../pay-by-link.ts';
import { callShop, type TillShop } from './shop.ts';
import {
  ITEM_PRICE,
  METHODS,
  ORDER_TOTAL,
  type RecurrencePlan,
  STOCK,
  type TillPlan,
  type TillSalePlan,
} from './till-plan.ts';

/** Of the sandbox. */
const TECHNICAL_PASSWORD = '314159';
const PENDING = 5;
const IN_PAYMENT = 6;
const MAX_QUERIES = 20;
const PAUSE_MS = 200;

export interface TillSelling {
  readonly cluster: Pick<Cluster, 'send'>;
  readonly till: TillShop;
  readonly receipts: Receipt[];
  /** What tills were answered. */
  readonly tillAnswers: TillAnswer[];
}

/** What the sales of a plan have in common: the order that they pay, or the product that they sell. */
interface Shared {
  readonly pedidoId?: unknown;
  readonly produtosVendidos?: readonly { readonly id: unknown }[];
}

/** Sells at the tills, all sales of the plan at once. */
export async function sellAtTills(testBed: TillSelling, plan: TillPlan): Promise<void> {
  const shared = await prepare(testBed, plan);
  if (!shared) return;
  await Promise.all(plan.sales.map((sale) => sellAtTill(testBed, sale, shared)));
}

/** Undefined when the order or product could not be made. */
async function prepare(
  { cluster }: TillSelling,
  { kind, referenceId }: TillPlan,
): Promise<Shared | undefined> {
  if (kind === 'single') return {};
  const answer =
    kind === 'order'
      ? await callShop(cluster, '/Pedido/Insert', {
          referencia: referenceId,
          valorTotalPedido: money(ORDER_TOTAL),
        })
      : await callShop(cluster, '/Produto/Insert', {
          nome: referenceId,
          valor: money(ITEM_PRICE),
          controlaQuantidade: true,
          quantidade: String(STOCK),
        });
  if (answer?.status !== 200) return undefined;
  const { pedido, produto } = answer.json() as Readonly<Record<string, Members | undefined>>;
  return pedido ? { pedidoId: pedido.id } : { produtosVendidos: [{ id: produto?.id }] };
}

async function sellAtTill(testBed: TillSelling, plan: TillSalePlan, shared: Shared): Promise<void> {
  const { referenceId, method, amount, buyer, cancels, isDoubled } = plan;
  const { terminalIds, clientIds } = testBed.till;
  const body = {
    formaPagamentoId: METHODS[method],
    terminalId: terminalIds[plan.terminal],
    referencia: referenceId,
    ...shared,
    ...(shared.produtosVendidos ? {} : { valorTotalVendido: money(amount) }),
    ...(method === 'storedCard' ? { pessoaClienteId: clientIds[plan.client] } : {}),
    ...(method === 'terminal' ? { iniciarTransacaoAutomaticamente: true } : {}),
  };
  const send = () => callShop(testBed.cluster, '/Venda/Vender', body, referenceId);
  const answers = await Promise.all(isDoubled ? [send(), send()] : [send()]);
  const sales = answers.map((answer) => record(testBed, plan, 'sell', answer));
  const sale = sales.find((one) => one !== undefined);
  if (!sale) return;
  if (method === 'keyed' && typeof sale.urlPagamento === 'string') {
    const receipts = cancels ? [] : testBed.receipts;
    const page = new URL(sale.urlPagamento).pathname;
    await buy({ cluster: testBed.cluster, receipts }, { referenceId }, buyer, page);
  }
  if (plan.givesUpAfterMs !== undefined && method === 'terminal') {
    await sleep(plan.givesUpAfterMs);
    const given = await callShop(testBed.cluster, '/Venda/CancelarVenda', { intencaoVendaId: sale.id });
    record(testBed, plan, 'cancel', given);
  }
  await untilEnded(testBed, plan, sale.id);
  if (!cancels) return;
  const canceled = await callShop(testBed.cluster, '/Venda/CancelarVenda', {
    intencaoVendaId: sale.id,
    ...(method === 'terminal'
      ? { senhaTecnica: TECHNICAL_PASSWORD, iniciarTransacaoAutomaticamente: true }
      : {}),
  });
  record(testBed, plan, 'cancel', canceled);
}

/** Asks until the sale no longer waits for its payment, or the till gives up. */
async function untilEnded(testBed: TillSelling, plan: TillSalePlan, id: unknown): Promise<void> {
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const answer = await callShop(testBed.cluster, '/IntencaoVenda/GetById', { intencaoVendaId: id });
    const sale = record(testBed, plan, 'query', answer);
    if (!sale) return;
    const status = statusOf(sale);
    if (status !== PENDING && status !== IN_PAYMENT) return;
    await sleep(PAUSE_MS);
  }
}

/** Charges a client's stored card once, by a recurrence with one entry. The same request again, with its key, is the same recurrence. */
export async function chargeByRecurrence(testBed: TillSelling, plan: RecurrencePlan): Promise<void> {
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
  const body = {
    clienteId: testBed.till.clientIds[plan.client],
    referencia: plan.referenceId,
    dataInicio: `${day} 00:00`,
    quantidade: 1,
    valor: money(plan.amount),
  };
  const answer = await callShop(testBed.cluster, '/PagamentoRecorrente/Insert', body, plan.referenceId);
  if (!answer) return;
  const { referenceId } = plan;
  testBed.tillAnswers.push({ referenceId, kind: 'recurrence', http: answer.status, text: answer.text });
}

function record(
  { tillAnswers }: TillSelling,
  { referenceId }: TillSalePlan,
  kind: TillAnswer['kind'],
  answer: HttpAnswer | undefined,
): Members | undefined {
  if (!answer) {
    tillAnswers.push({ referenceId, kind, http: NO_ANSWER, text: '' });
    return undefined;
  }
  const { intencaoVenda: sale } =
    answer.status === 200 ? (answer.json() as { readonly intencaoVenda?: Members }) : {};
  tillAnswers.push({
    referenceId,
    kind,
    http: answer.status,
    text: sale ? '' : answer.text,
    ...(sale ? { saleId: Number(sale.id), status: statusOf(sale) } : {}),
  });
  return sale;
}

function statusOf(sale: Members): number {
  return Number((sale.intencaoVendaStatus as Members).id);
}

function money(centavos: number): string {
  return (centavos / 100).toFixed(2).replace('.', ',');
}
