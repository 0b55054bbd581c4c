import type { Database } from '../../platform/database/index.ts';
import type { AwaitedChargeTables } from './charges-table.ts';

/** The newest first, each once. */
export async function transactionsPaidBy(
  database: Database,
  paid: { readonly endToEndId: string } | { readonly payerHash: string },
  limit: number,
): Promise<readonly string[]> {
  const found = database
    .read<AwaitedChargeTables>()
    .selectFrom('pix_payments')
    .select('transaction_id')
    .orderBy('received_at', 'desc')
    .limit(limit);
  const rows =
    'endToEndId' in paid
      ? await found.where('end_to_end_id', '=', paid.endToEndId).execute()
      : await found.where('payer_hash', '=', paid.payerHash).execute();
  return [...new Set(rows.map((row) => row.transaction_id))];
}
