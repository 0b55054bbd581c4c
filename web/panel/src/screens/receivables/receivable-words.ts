import type { ReceivableStatus } from '../../../../../src/panel/receivables/schema.ts';
import { KIND_NAMES as NAMES } from '../../ui/feedback/kind-names.ts';
import type { Tone } from '../../ui/feedback/status.tsx';
import type { IconName } from '../../ui/text/icon.tsx';

/** Of what a bank or acquirer pays. */
export const PAID_BY_LABELS = {
  credit: NAMES.credit,
  debit: NAMES.debit,
  pix: NAMES.pix,
  bankSlip: NAMES.bankSlip,
} as const;

export const RECEIVABLE_LOOKS: Readonly<
  Record<ReceivableStatus, { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  expected: { label: 'A receber', tone: 'info', icon: 'clock' },
  paid: { label: 'Recebido', tone: 'good', icon: 'check' },
  late: { label: 'Sem confirmação', tone: 'wait', icon: 'clock' },
  suspended: { label: 'Retido pela adquirente', tone: 'wait', icon: 'warning' },
  ceded: { label: 'Pago a outra instituição', tone: 'idle', icon: 'forward' },
  anticipated: { label: 'Antecipado', tone: 'good', icon: 'check' },
  cancelled: { label: 'Estornado', tone: 'idle', icon: 'undo' },
  disputed: { label: 'Em disputa', tone: 'wait', icon: 'warning' },
};

const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `dezembro de 2026` */
export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** `28/12/2026` */
export function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** `28/12/26`, where there is little room */
export function shortDayText(day: string): string {
  return dayText(day.slice(2));
}
