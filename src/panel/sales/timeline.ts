import type { EventDetails, HistoryEvent, Origin } from '../../gateway/history/index.ts';
import { detailText as eventDetailText } from '../../gateway/payments/index.ts';
import { STATUS_NAMES, type Status } from '../../gateway/transactions/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { moment } from '../interface/moment.ts';
import { errorWords } from '../postbacks/postback-row.ts';
import { disputeTitle } from './dispute-title.ts';
import { providerName } from './sale-row.ts';
import type { TimelineEvent } from './schema.ts';
import { type Described, titleOfKind, titleOfStatus } from './status-titles.ts';

type Of<Kind extends HistoryEvent['kind']> = EventDetails[Kind];

/** Facts shown with an event besides the event itself. */
export interface TimelineFacts {
  /** Names of panel users, by id. */
  readonly users: ReadonlyMap<number, string>;
  /** As people write it. */
  readonly provider: string;
  /** By attempt: where it went, as people write it, and why. Where there was nothing to choose, there is no entry. */
  readonly routes?: ReadonlyMap<string, { readonly provider: string; readonly text: string }>;
  /** Of the whole sale. */
  readonly amount: number;
  /** Of its payment: statuses of a Pix or a slip mean something else than a card's. */
  readonly kind: string;
}

const LINK_OPEN = 1;
const EXPIRED = 4;
/** Of a link's try that ended otherwise than by a refusal. */
const TRY_NOT_MADE: Described = {
  title: 'Não concluída: nada foi cobrado, e o comprador pode tentar de novo',
  tone: 'neutral',
  icon: 'cross',
};
const LAST_TRY_DENIED: Described = { title: 'Recusada; o prazo do link acabou', tone: 'bad', icon: 'cross' };

/** With the ending of what is said of them. */
const MOVEMENT_WORDS = {
  capture: { name: 'Captura', end: 'a' },
  void: { name: 'Cancelamento', end: 'o' },
  refund: { name: 'Estorno', end: 'o' },
} as const;

/** The history of a sale in Portuguese, newest first. */
export function timelineOf(events: readonly HistoryEvent[], facts: TimelineFacts): TimelineEvent[] {
  return events
    .map((event, index) => ({
      ...described(
        event,
        { ...facts, provider: providerAt(events, index, facts) },
        outcomeBefore(events, index),
      ),
      ...who(event.origin, facts),
      at: moment(event.at),
      details: [...detailsOf(event), ...routeDetail(event, facts)],
    }))
    .reverse();
}

/** Where the payment was when this happened: the sale tells the last acquirer only. */
function providerAt(events: readonly HistoryEvent[], index: number, { provider }: TimelineFacts): string {
  const moved = events.slice(index + 1).find(movedElsewhere);
  return moved?.details.after ? providerName(moved.details.after) : provider;
}

function outcomeBefore(events: readonly HistoryEvent[], index: number): string | undefined {
  const answered = events.slice(0, index).findLast(({ kind }) => kind === 'answered');
  return answered?.kind === 'answered' ? answered.details.outcome : undefined;
}

function movedElsewhere(event: HistoryEvent): event is HistoryEvent & { readonly kind: 'sent' } {
  return event.kind === 'sent' && event.details.after !== undefined;
}

function described(event: HistoryEvent, facts: TimelineFacts, before: string | undefined): Described {
  const { provider } = facts;
  switch (event.kind) {
    case 'sent':
      return {
        title: sentTitle(event.details, routeOf(event, facts)?.provider ?? provider, before),
        tone: 'neutral',
        icon: 'send',
      };
    case 'answered':
    case 'resolved':
      return ended(event.details, facts);
    case 'late_answer':
      return { title: `Resposta atrasada: ${provider}`, tone: 'neutral', icon: 'note' };
    case 'refused':
      return { title: 'Recusada antes do envio: nada foi cobrado', tone: 'bad', icon: 'cross' };
    case 'buyer_left':
      return { title: 'Comprador foi ao banco confirmar a compra', tone: 'neutral', icon: 'shield' };
    case 'buyer_returned':
      return { title: 'Comprador voltou do banco', tone: 'neutral', icon: 'shield' };
    case 'expired':
      return { title: 'Prazo do comprador esgotado', tone: 'neutral', icon: 'clock' };
    case 'capture_window':
      return { title: 'O prazo para capturar está acabando', tone: 'wait', icon: 'clock' };
    case 'intention_created':
      return { title: 'Link de pagamento criado', tone: 'neutral', icon: 'send' };
    case 'intention_ended':
      return event.details.status === EXPIRED
        ? { title: 'Link expirado sem pagamento', tone: 'neutral', icon: 'clock' }
        : { title: 'Link cancelado', tone: 'neutral', icon: 'cross' };
    case 'taken_over':
      return { title: 'Verificação iniciada', tone: 'wait', icon: 'clock' };
    case 'queried':
      return { title: `Consultado: ${provider}`, tone: 'neutral', icon: 'note' };
    case 'undo_decided':
      return { title: 'Decidido desfazer a cobrança', tone: 'wait', icon: 'undo' };
    case 'undo':
      return { title: 'Desfazimento pedido à adquirente', tone: 'wait', icon: 'undo' };
    case 'disputed':
      return disputedTitle(event.details);
    case 'dispute':
      return disputeTitle(event.details);
    case 'needs_attention':
      return { title: 'Em verificação pelo operador da plataforma', tone: 'wait', icon: 'note' };
    case 'postback':
      return postbackTitle(event.details);
  }
}

/** Of the sending of an attempt. */
function routeOf({ kind, details }: HistoryEvent, { routes }: TimelineFacts) {
  return kind === 'sent' && details.subject !== undefined ? routes?.get(details.subject) : undefined;
}

function routeDetail(event: HistoryEvent, facts: TimelineFacts): TimelineEvent['details'] {
  const route = routeOf(event, facts);
  return route ? [{ label: 'Por que', value: route.text }] : [];
}

function disputedTitle({ amount, state }: Of<'disputed'>): Described {
  const money = moneyText(amount);
  if (state === 'denied')
    return { title: `Contestação de ${money} encerrada`, tone: 'neutral', icon: 'check' };
  const title =
    state === 'pending' ? `${money} bloqueados por contestação` : `${money} devolvidos pelo banco`;
  return { title, tone: 'bad', icon: 'undo' };
}

/** What the first acquirer said, where a payment went on to a second one. */
const WENT_ON_AFTER: Readonly<Record<string, (provider: string) => string>> = {
  declined: (provider) => `Negada na ${provider}`,
  not_sent: (provider) => `${provider} fora do ar`,
  invalid_request: (provider) => `Conta da ${provider} recusada`,
};

function sentTitle(
  { movement, amount, after }: Of<'sent'>,
  provider: string,
  before: string | undefined,
): string {
  if (movement === undefined && after !== undefined) {
    const said = WENT_ON_AFTER[before ?? ''] ?? ((name: string) => `Não aprovada na ${name}`);
    return `${said(providerName(after))}, tentada na ${provider}`;
  }
  if (movement === undefined) return `Enviada: ${provider}`;
  const of = amount === undefined ? '' : ` de ${moneyText(amount)}`;
  const { name, end } = MOVEMENT_WORDS[movement];
  return `${name}${of} pedid${end}`;
}

/** A try to charge, by the status that the sale has after it. */
function endedTry(
  { outcome, status }: { readonly outcome?: string | undefined; readonly status?: number | undefined },
  { kind, provider }: TimelineFacts,
): Described {
  const ofKind = status === undefined ? undefined : titleOfKind(kind, status);
  if (ofKind) return ofKind;
  if (status === LINK_OPEN && outcome !== undefined && outcome !== 'declined') return TRY_NOT_MADE;
  if (status === EXPIRED && outcome === 'declined') return LAST_TRY_DENIED;
  const known = status === undefined ? undefined : titleOfStatus(status);
  return known ?? { title: `Resposta: ${provider}`, tone: 'neutral', icon: 'note' };
}

function ended(
  { movement, outcome, amount, status }: Of<'answered'> | Of<'resolved'>,
  facts: TimelineFacts,
): Described {
  if (movement === undefined) return endedTry({ outcome, status }, facts);
  const { end } = MOVEMENT_WORDS[movement];
  const name = `${MOVEMENT_WORDS[movement].name} de ${moneyText(amount ?? facts.amount)}`;
  if (outcome === 'done') {
    const isCapture = movement === 'capture';
    return {
      title: `${name} concluíd${end}`,
      tone: isCapture ? 'good' : 'neutral',
      icon: isCapture ? 'check' : 'undo',
    };
  }
  if (outcome === 'pending') {
    return { title: `${name} aceit${end}, ainda em andamento`, tone: 'wait', icon: 'clock' };
  }
  if (outcome === 'unknown') {
    return { title: `${name} em verificação`, tone: 'wait', icon: 'clock' };
  }
  return { title: `${name} não realizad${end}`, tone: 'bad', icon: 'cross' };
}

function postbackTitle({ state, httpStatus }: Of<'postback'>): Described {
  if (state === 'delivered') return { title: 'Aviso entregue à loja', tone: 'good', icon: 'bell' };
  const answer = httpStatus === undefined ? 'sem resposta' : `HTTP ${httpStatus}`;
  if (state === 'failed') return { title: `Aviso não entregue: ${answer}`, tone: 'bad', icon: 'bell' };
  return { title: `Aviso será tentado de novo: ${answer}`, tone: 'wait', icon: 'bell' };
}

const ORIGIN_NAMES: Readonly<Record<Origin['kind'], string | null>> = {
  merchant: 'pedida pela loja (API)',
  panel: 'pelo painel',
  checkout: 'na página de pagamento',
  buyer: null,
  sale: 'no caixa',
  recurrence: 'cobrança recorrente',
  recovery: 'pela verificação automática',
  expiry: null,
  operator: 'pelo operador da plataforma',
  delivery: null,
};

function who(origin: Origin, { users }: TimelineFacts): Pick<TimelineEvent, 'by' | 'reason'> {
  if (origin.kind !== 'panel') return { by: ORIGIN_NAMES[origin.kind], reason: null };
  const name = users.get(origin.userId);
  return { by: name === undefined ? 'pelo painel' : `por ${name}`, reason: origin.reason ?? null };
}

const DETAIL_LABELS: Readonly<Record<string, string>> = {
  code: 'Código',
  message: 'Mensagem',
  outcome: 'Resultado',
  amount: 'Valor',
  eci: 'ECI',
  proven: 'Prova 3-D Secure',
  refundId: 'Número do estorno',
  theirId: 'TID',
  found: 'Encontrado',
  reason: 'Observação',
  error: 'Erro',
  httpStatus: 'Resposta HTTP',
  tries: 'Tentativas',
  subject: 'Referência na adquirente',
  status: 'Situação',
};

function detailsOf({ details, origin }: HistoryEvent): TimelineEvent['details'] {
  const known = Object.entries(details).flatMap(([name, value]) => {
    const label = DETAIL_LABELS[name];
    return label === undefined || value === undefined ? [] : [{ label, value: detailText(name, value) }];
  });
  const requestId = 'requestId' in origin ? origin.requestId : undefined;
  return requestId === undefined ? known : [...known, { label: 'Pedido', value: requestId }];
}

function detailText(name: string, value: unknown): string {
  if (name === 'amount') return moneyText(Number(value));
  if (name === 'error') return errorWords(String(value)) ?? '';
  if (name === 'status')
    return `${String(value)} (${STATUS_NAMES[value as Status]?.meaning ?? 'desconhecida'})`;
  return eventDetailText(name, value);
}
