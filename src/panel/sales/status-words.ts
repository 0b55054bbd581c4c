import type { SaleRow } from './schema.ts';

const WORDS: Readonly<Record<number, string>> = {
  0: 'Em autenticação',
  1: 'Link aberto',
  4: 'Expirada',
  5: 'A capturar',
  6: 'Confirmada',
  7: 'Negada',
  8: 'Estornando',
  9: 'Cancelada',
  10: 'Em verificação',
  11: 'Falha',
  12: 'Link cancelado',
};

/** Of a payment link by how its last try ended: the sale was refused, whatever becomes of the link. */
const TRY_WORDS: Readonly<Record<number, string>> = { 7: 'Negada (link)', 11: 'Falha (link)' };

/** Of a sale of a till, where the gateway's word would mislead. */
const TILL_WORDS: Readonly<Record<number, string>> = { 0: 'Em pagamento', 1: 'Aguardando' };

/** Of a Pix or a slip, where the word of a card would mislead. */
const WORDS_OF_KINDS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  pix: { 0: 'Gerando o Pix', 1: 'Aguardando o Pix' },
  bankSlip: { 0: 'Registrando o boleto', 1: 'Aguardando o boleto', 4: 'Boleto vencido' },
};

/** The panel's Portuguese name of a sale's state; the same as in web/panel/src/ui/feedback/status.tsx. */
export function statusWord(
  sale: Pick<SaleRow, 'status' | 'capturedAmount' | 'refundedAmount'> &
    Partial<Pick<SaleRow, 'lastTry' | 'method' | 'kind'>>,
): string {
  const ofTill = sale.method ? TILL_WORDS[sale.status] : undefined;
  if (ofTill !== undefined) return ofTill;
  const ofKind = WORDS_OF_KINDS[sale.kind ?? '']?.[sale.status];
  if (ofKind !== undefined) return ofKind;
  if (sale.kind === 'bankSlip' && sale.status === 8 && sale.capturedAmount === 0) return 'Cancelando';
  const ofTry = sale.lastTry ? TRY_WORDS[sale.lastTry] : undefined;
  if (ofTry !== undefined) return ofTry;
  if (sale.status === 9 && sale.capturedAmount > 0) return 'Estornada';
  if (sale.status === 6 && sale.refundedAmount > 0) return 'Estorno parcial';
  return WORDS[sale.status] ?? String(sale.status);
}
