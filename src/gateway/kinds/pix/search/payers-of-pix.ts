import type { Database } from '../../../../platform/database/index.ts';
import type { AwaitedChargeTables } from '../../../charges/charges-table.ts';

/** Who paid, where the bank tells it. */
export interface PayerOfPix {
  readonly name: string | undefined;
  /** A CPF with a part hidden, or a CNPJ. */
  readonly document: string | undefined;
}

/** Of each of these transactions that was paid by Pix, whoever sent what came besides. */
export async function payersOfPix(
  database: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, PayerOfPix>> {
  if (transactionIds.length === 0) return new Map();
  const payments = await database
    .readAside<AwaitedChargeTables>()
    .selectFrom('pix_payments')
    .select(['transaction_id', 'payer_name', 'payer_document'])
    .where('transaction_id', 'in', transactionIds)
    .where('surplus', 'is', null)
    .execute();
  return new Map(
    payments.map(({ transaction_id: id, payer_name: name, payer_document: document }) => [
      id,
      { name: name ?? undefined, document: document ?? undefined },
    ]),
  );
}
