import type { EventKind, HistoryEvent } from '../../gateway/history/index.ts';
import { detailText } from '../../gateway/payments/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { textTable } from '../line/text-table.ts';

const EVENT_NAMES: Readonly<Record<EventKind, string>> = {
  sent: 'enviada',
  answered: 'respondida',
  late_answer: 'resposta tardia',
  refused: 'recusada antes do envio',
  buyer_left: 'comprador foi à autenticação',
  buyer_returned: 'comprador voltou',
  expired: 'prazo esgotado',
  capture_window: 'o prazo para capturar está acabando',
  intention_created: 'link de pagamento criado',
  intention_ended: 'link de pagamento encerrado',
  taken_over: 'assumida pela recuperação',
  queried: 'consultada',
  undo_decided: 'desfazimento decidido',
  undo: 'desfazimento',
  resolved: 'resolvida',
  disputed: 'contestada',
  dispute: 'disputa',
  needs_attention: 'precisa de atenção',
  postback: 'aviso à loja',
};

const ORIGIN_NAMES: Readonly<Record<HistoryEvent['origin']['kind'], string>> = {
  merchant: 'loja',
  panel: 'painel',
  checkout: 'página de pagamento',
  buyer: 'comprador',
  sale: 'venda',
  recurrence: 'recorrência',
  recovery: 'recuperação',
  expiry: 'prazo',
  operator: 'operador',
  delivery: 'entrega',
};

const DETAIL_NAMES: Readonly<Record<string, string>> = {
  subject: 'referência',
  movement: 'movimento',
  amount: 'valor',
  outcome: 'resultado',
  status: 'status',
  from: 'antes',
  code: 'código',
  message: 'mensagem',
  reason: 'motivo',
  proven: 'prova_3ds',
  theirId: 'no_adquirente',
  provider: 'tentada_na',
  after: 'depois_da',
  refundId: 'devolução',
  found: 'encontrado',
  counted: 'vezes',
  target: 'alvo',
  existed: 'existia',
  version: 'versão',
  state: 'situação',
  step: 'passo',
  disputeKind: 'tipo',
  money: 'dinheiro',
  answerBy: 'responder até',
  warnedDays: 'dias antes',
  tries: 'tentativas',
  httpStatus: 'http',
  error: 'erro',
};

/** The history of a transaction, oldest first, one line each. */
export function timeLine(events: readonly HistoryEvent[], writeTime: (epochMs: number) => string): string {
  const rows = events.map((event) => [
    `${writeTime(event.at)}.${String(event.at % 1_000).padStart(3, '0')}`,
    EVENT_NAMES[event.kind],
    ORIGIN_NAMES[event.origin.kind],
    Object.entries(event.details)
      .map(
        ([name, value]) =>
          `${DETAIL_NAMES[name] ?? name}=${name === 'amount' ? moneyText(Number(value)) : detailText(name, value)}`,
      )
      .join(' '),
    'requestId' in event.origin ? (event.origin.requestId ?? '') : '',
  ]);
  return textTable(['QUANDO', 'O QUE', 'POR', 'DETALHES', 'PEDIDO'], rows);
}
