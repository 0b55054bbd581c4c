import type { DisputeKind, DisputeRow, DisputeState } from './schema.ts';

export const DISPUTE_STATE_WORDS: Readonly<Record<DisputeState, string>> = {
  open: 'Aberta',
  answered: 'Respondida',
  accepted: 'Aceita',
  expired: 'Prazo perdido',
  won: 'Ganha',
  lost: 'Perdida',
};

export const DISPUTE_KIND_WORDS: Readonly<Record<DisputeKind, string>> = {
  fraud_alert: 'Alerta de fraude',
  request: 'Pedido de documentos',
  chargeback: 'Contestação',
  second: 'Segunda contestação',
  arbitration: 'Arbitragem',
  med: 'Devolução de Pix (MED)',
};

export const DISPUTE_MONEY_WORDS: Readonly<Record<DisputeRow['money'], string>> = {
  none: 'Não mexido',
  debited: 'Debitado',
  credited: 'Creditado de volta',
};
