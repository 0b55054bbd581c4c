import type { HostCharge } from '../judge/evidence.ts';
import type { BankCharge } from '../judge/pix-evidence.ts';

const REFERENCE_LENGTH = 16;

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
