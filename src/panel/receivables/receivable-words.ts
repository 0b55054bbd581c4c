import type { PaidBy, ReceivableStatus } from './schema.ts';

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

export const PAID_BY_WORDS: Readonly<Record<PaidBy, string>> = {
  credit: 'Crédito',
  debit: 'Débito',
  pix: 'Pix',
  bankSlip: 'Boleto',
};
