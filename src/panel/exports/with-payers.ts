import type { PayerOfPix } from '../../gateway/kinds/pix/index.ts';
import type { SaleRow } from '../sales/schema.ts';

/** A sale as files have it. */
export interface ExportedSale extends SaleRow {
  /** Who paid a Pix, where the bank tells it and a column asks for it. */
  readonly payer?: PayerOfPix | undefined;
}

export type PayersOf = (transactionIds: readonly string[]) => Promise<ReadonlyMap<string, PayerOfPix>>;

/** One look-up for each page with a Pix that was paid. */
export async function* withPayers(
  pages: AsyncIterable<readonly SaleRow[]>,
  payersOf: PayersOf,
): AsyncGenerator<readonly ExportedSale[], void, undefined> {
  for await (const page of pages) {
    const paid = page.filter(isPaidPix).map(({ id }) => id);
    const payers = paid.length === 0 ? undefined : await payersOf(paid);
    yield payers ? page.map((sale) => ({ ...sale, payer: payers.get(sale.id) })) : page;
  }
}

/** Before it is paid, nobody has. */
export function isPaidPix({ kind, capturedAmount }: SaleRow): boolean {
  return kind === 'pix' && capturedAmount > 0;
}
