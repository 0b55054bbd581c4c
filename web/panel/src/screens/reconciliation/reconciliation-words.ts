import type { LineClass, ReadingRow } from '../../../../../src/panel/reconciliation/schema.ts';
import type { Tone } from '../../ui/feedback/status.tsx';
import type { IconName } from '../../ui/text/icon.tsx';
import { dayText } from '../receivables/receivable-words.ts';

/** In the order in which a person looks at them: first what costs money. */
export const CLASS_LOOKS: Readonly<
  Record<LineClass, { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  fee_differs: { label: 'Taxa diferente do contrato', tone: 'wait', icon: 'warning' },
  missing: { label: 'Não foi pago', tone: 'wait', icon: 'warning' },
  amount_differs: { label: 'Valor diferente', tone: 'wait', icon: 'warning' },
  unknown_sale: { label: 'Venda que não é daqui', tone: 'idle', icon: 'receipt' },
  duplicate: { label: 'Linha repetida', tone: 'idle', icon: 'receipt' },
  dispute: { label: 'Contestação', tone: 'wait', icon: 'warning' },
  suspended: { label: 'Retido pela adquirente', tone: 'wait', icon: 'warning' },
  date_differs: { label: 'Pago em outro dia', tone: 'idle', icon: 'clock' },
  anticipated: { label: 'Antecipado', tone: 'good', icon: 'check' },
  ceded: { label: 'Pago a outra instituição', tone: 'idle', icon: 'forward' },
  tax: { label: 'Tarifas e outros descontos', tone: 'idle', icon: 'cash' },
  netted: { label: 'Devolução descontada', tone: 'good', icon: 'undo' },
  matched_rounding: { label: 'Confere, com arredondamento', tone: 'good', icon: 'check' },
  matched: { label: 'Confere', tone: 'good', icon: 'check' },
};

export const PAYOUT_STATES: Readonly<Record<string, string>> = {
  paid: 'Pago',
  expected: 'A pagar',
  suspended: 'Retido',
  ceded: 'Pago a outra instituição',
  rejected: 'Recusado pelo banco',
};

/** `+R$ 1,00`, `-R$ 0,30` */
export function signed(centavos: number, money: (value: number) => string): string {
  return centavos > 0 ? `+${money(centavos)}` : money(centavos);
}

/** `Rede`; of all shops, or of several accounts at one acquirer, with the numbers that tell them apart. */
export function readingName(
  { accountId, provider, personId }: ReadingRow,
  all: readonly ReadingRow[],
  ofAllShops: boolean,
): string {
  const hasTwin = all.some(
    (one) => one.accountId !== accountId && one.provider === provider && one.personId === personId,
  );
  const numbers = [ofAllShops ? `loja ${personId}` : '', hasTwin ? `conta ${accountId}` : ''].filter(Boolean);
  return numbers.length === 0 ? provider : `${provider} (${numbers.join(', ')})`;
}

const DAYS = /\d{4}-\d{2}-\d{2}/g;

/** `lido até 30/11/2026, 2 linhas corrigidas pela adquirente`. What stopped is not being read, whatever it had begun. */
export function readingText({ readUntil, progress, problem, corrections }: ReadingRow): string {
  const said = [readUntil === null ? 'ainda não lido' : `lido até ${dayText(readUntil)}`];
  if (progress !== null && problem === null) said.push(`lendo ${progress.replaceAll(DAYS, dayText)}`);
  if (corrections > 0)
    said.push(
      `${corrections} ${corrections === 1 ? 'linha corrigida' : 'linhas corrigidas'} pela adquirente`,
    );
  return said.join(', ');
}
