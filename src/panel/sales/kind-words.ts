import type { SaleKind } from './schema.ts';

/** What a sale was paid with, as people call it: in files, mails and dossiers. */
export const KIND_WORDS = {
  credit: 'Crédito',
  debit: 'Débito',
  pix: 'Pix',
  bankSlip: 'Boleto',
  cash: 'Dinheiro',
  voucher: 'Vale',
  other: 'Outros',
} as const satisfies Record<SaleKind, string>;
