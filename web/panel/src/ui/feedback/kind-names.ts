import type { SaleKind } from '../../../../../src/panel/sales/schema.ts';

/** What a sale was paid with, as people call it. */
export const KIND_NAMES = {
  credit: 'Crédito',
  debit: 'Débito',
  pix: 'Pix',
  bankSlip: 'Boleto',
  cash: 'Dinheiro',
  voucher: 'Vale',
  other: 'Outros',
} as const satisfies Record<SaleKind, string>;
