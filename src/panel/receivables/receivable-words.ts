import type { ReceivableStatus } from './schema.ts';

export const STATUS_WORDS: Readonly<Record<ReceivableStatus, string>> = {
  expected: 'A receber',
  paid: 'Recebido',
  late: 'Sem confirmação',
  suspended: 'Retido pela adquirente',
  ceded: 'Pago a outra instituição',
  anticipated: 'Antecipado',
  cancelled: 'Estornado',
  disputed: 'Em disputa',
};
