import type { StoredRows } from '../../../support/stored-rows.ts';
import type { HostCharge } from '../judge/evidence.ts';
import type { BankCharge, PixEvidence } from '../judge/pix-evidence.ts';
import type { Bank } from './bank.ts';

const REFERENCE_LENGTH = 16;

export async function collectPix(
  stored: Pick<StoredRows, 'rows'>,
  bank: Pick<Bank, 'book'>,
): Promise<PixEvidence> {
  return {
    charges: await bank.book(),
    payments: (await stored.rows('pix_payments')).map((row) => ({
      endToEndId: String(row.end_to_end_id),
      transactionId: String(row.transaction_id),
      amount: Number(row.amount),
      surplus: row.surplus === null ? undefined : String(row.surplus),
    })),
  };
}

/** A charge at the bank as one in an acquirer's book: what settles it is captured, and what it gave back of that refunded. */
export function asHostCharge({ txid, status, amount, payments }: BankCharge, provider: string): HostCharge {
  const settling = status === 'CONCLUIDA' ? payments.find((one) => one.amount === amount) : undefined;
  const refunded = (settling?.returns ?? []).filter(({ state }) => state === 'DEVOLVIDO');
  return {
    provider,
    reference: txid.slice(0, REFERENCE_LENGTH),
    tid: txid,
    state: settling ? 'approved' : status === 'ATIVA' ? 'buyer_awaited' : 'canceled',
    amount,
    captured: settling?.amount ?? 0,
    voided: settling ? 0 : amount,
    refunded: refunded.reduce((sum, one) => sum + one.amount, 0),
  };
}
