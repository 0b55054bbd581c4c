import type { RecurrenceEntryRow, RecurrenceRow } from '../../../../../src/panel/recurrences/schema.ts';
import { Badge } from '../../ui/feedback/status.tsx';

const ACTIVE = 5;
const CANCELED = 20;

/** How a recurrence stands. */
export function RecurrenceStatus({
  status,
  next,
  overdue,
  pausedAt,
}: Pick<RecurrenceRow, 'status' | 'next' | 'overdue' | 'pausedAt'>) {
  if (status === CANCELED) return <Badge label="Cancelada" tone="idle" icon="cross" />;
  if (status !== ACTIVE) return <Badge label="Encerrada" tone="idle" icon="check" />;
  if (pausedAt !== null) return <Badge label="Pausada" tone="idle" icon="clock" />;
  if (overdue) return <Badge label="Atrasada" tone="wrong" icon="warning" />;
  if (next?.nextTryAt) return <Badge label="Tentando de novo" tone="wait" icon="refresh" />;
  return <Badge label="Ativa" tone="good" icon="refresh" />;
}

const ENTRY_LOOKS = {
  5: { label: 'Agendada', tone: 'info', icon: 'calendar' },
  10: { label: 'Paga', tone: 'good', icon: 'check' },
  15: { label: 'Não paga', tone: 'wrong', icon: 'cross' },
  20: { label: 'Cancelada', tone: 'idle', icon: 'cross' },
} as const;

/** How one month stands. */
export function EntryStatus({
  status,
  underWay,
  nextTryAt,
}: Pick<RecurrenceEntryRow, 'status' | 'underWay' | 'nextTryAt'>) {
  if (underWay) return <Badge label="Cobrando" tone="wait" icon="clock" />;
  if (nextTryAt !== null) return <Badge label="Recusada por enquanto" tone="wait" icon="refresh" />;
  return <Badge {...(ENTRY_LOOKS[status as keyof typeof ENTRY_LOOKS] ?? ENTRY_LOOKS[5])} />;
}

/** What became of the last try: its state, and what the acquirer answered where it was not paid. */
export function lastTryText({ lastTried }: Pick<RecurrenceRow, 'lastTried'>): string {
  if (!lastTried) return 'Nenhuma ainda';
  if (lastTried.underWay) return 'Em andamento';
  if (lastTried.status === 10) return `Paga (${lastTried.number}ª)`;
  return lastTried.answer ?? 'Recusada';
}
