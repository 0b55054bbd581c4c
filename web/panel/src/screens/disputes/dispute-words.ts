import type {
  DisputeKind,
  DisputeRow,
  DisputeState,
  DisputeStepName,
} from '../../../../../src/panel/disputes/schema.ts';
import type { Tone } from '../../ui/feedback/status.tsx';
import { some } from '../../ui/text/format.ts';
import type { IconName } from '../../ui/text/icon.tsx';

export const DISPUTE_LOOKS: Readonly<
  Record<DisputeState, { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  open: { label: 'Responder', tone: 'wrong', icon: 'warning' },
  answered: { label: 'Respondida', tone: 'wait', icon: 'send' },
  accepted: { label: 'Aceita', tone: 'idle', icon: 'check' },
  expired: { label: 'Prazo perdido', tone: 'wrong', icon: 'clock' },
  won: { label: 'Ganha', tone: 'good', icon: 'check' },
  lost: { label: 'Perdida', tone: 'idle', icon: 'cross' },
};

export const KIND_LABELS: Readonly<Record<DisputeKind, string>> = {
  fraud_alert: 'Alerta de fraude',
  request: 'Pedido de documentos',
  chargeback: 'Contestação',
  second: 'Segunda contestação',
  arbitration: 'Arbitragem',
  med: 'Devolução de Pix (MED)',
};

export const MONEY_LABELS: Readonly<Record<DisputeRow['money'], string>> = {
  none: 'A adquirente ainda não mexeu no dinheiro',
  debited: 'Debitado da loja',
  credited: 'Creditado de volta',
};

export const STEP_WORDS: Readonly<
  Record<DisputeStepName, { readonly verb: string; readonly title: string; readonly note: string }>
> = {
  answer: {
    verb: 'Registrar a resposta',
    title: 'O que foi enviado?',
    note: 'A resposta em si vai pelo portal da adquirente. Aqui fica o que foi enviado, quando e por quem.',
  },
  accept: {
    verb: 'Aceitar a contestação',
    title: 'Aceitar esta contestação?',
    note: 'O valor fica com o comprador. Avise também a adquirente, no portal dela.',
  },
  win: { verb: 'Ganha', title: 'A loja ganhou?', note: 'A adquirente decidiu a favor da loja.' },
  lose: { verb: 'Perdida', title: 'A loja perdeu?', note: 'A adquirente decidiu a favor do comprador.' },
  debit: {
    verb: 'Valor debitado',
    title: 'O valor foi debitado?',
    note: 'A adquirente tirou o valor da loja.',
  },
  credit: {
    verb: 'Valor creditado',
    title: 'O valor voltou?',
    note: 'A adquirente devolveu à loja o que tinha debitado.',
  },
};

/** `Responda até 06/12/2026: faltam 5 dias` */
export function deadlineText({ state, answerBy, daysLeft }: DisputeRow): string {
  if (answerBy === null) return state === 'open' ? 'Sem prazo' : '';
  const until = `até ${dayText(answerBy)}`;
  if (state !== 'open' || daysLeft === null) return until;
  if (daysLeft < 0) return `${until}: o prazo passou`;
  if (daysLeft === 0) return `${until}: é hoje`;
  return daysLeft === 1 ? `${until}: falta 1 dia` : `${until}: faltam ${some(daysLeft, 'dia', 'dias')}`;
}

export function reasonText({ reasonCode, reason }: Pick<DisputeRow, 'reasonCode' | 'reason'>): string {
  return [reasonCode, reason].filter(Boolean).join(' · ');
}

/** `28/12/2026` */
export function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}
