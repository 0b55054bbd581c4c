import type { StoredRows } from '../../../support/stored-rows.ts';
import type { HostCharge } from '../judge/evidence.ts';
import type { BookedPayment, PixEvidence } from '../judge/pix-evidence.ts';
import type { SlipEvidence } from '../judge/slip-evidence.ts';
import { receivedFor, slipReferenceOf } from '../judge/slips.ts';
import type { Bank } from '../pix/bank.ts';

const SLIP = 'bankSlip';

/** What the bank and the service know of what buyers pay by themselves, by kind: one book has the halves of slips too. */
export async function collectPixAndSlips(
  stored: Pick<StoredRows, 'rows'>,
  bank: Pick<Bank, 'book' | 'slips'>,
): Promise<{ readonly pix: PixEvidence; readonly slips: SlipEvidence }> {
  const [slips, charges] = [await bank.slips(), await bank.book()];
  const kinds = new Map(
    (await stored.rows('pix_charges')).map((row) => [String(row.reference), String(row.kind)]),
  );
  const booked = (await stored.rows('pix_payments')).map((row) => ({
    isOfSlip: kinds.get(String(row.reference)) === SLIP,
    payment: {
      endToEndId: String(row.end_to_end_id),
      transactionId: String(row.transaction_id),
      amount: Number(row.amount),
      surplus: row.surplus === null ? undefined : String(row.surplus),
    },
  }));
  const bookedOf = (wanted: boolean): readonly BookedPayment[] =>
    booked.filter(({ isOfSlip }) => isOfSlip === wanted).map(({ payment }) => payment);
  const halves = new Set(slips.map(({ txid }) => txid));
  return {
    pix: { charges: charges.filter(({ txid }) => !halves.has(txid)), payments: bookedOf(false) },
    slips: { slips, halves: charges.filter(({ txid }) => halves.has(txid)), payments: bookedOf(true) },
  };
}

/** Slips at the bank as charges in an acquirer's book: which payment pays one is our word, that it came is the bank's. */
export function slipsAsCharges(evidence: SlipEvidence, provider: string): readonly HostCharge[] {
  const paying = new Set(
    evidence.payments.flatMap(({ endToEndId, surplus }) => (surplus === undefined ? endToEndId : [])),
  );
  return evidence.slips.map((slip) => {
    const settling = receivedFor(slip, evidence).find(({ endToEndId }) => paying.has(endToEndId));
    const back = (settling?.returns ?? []).filter(({ state }) => state === 'DEVOLVIDO');
    return {
      provider,
      reference: slipReferenceOf(slip),
      tid: slip.name,
      state: settling ? 'approved' : slip.status === 'open' ? 'buyer_awaited' : 'canceled',
      amount: slip.amount,
      captured: settling ? slip.amount : 0,
      voided: settling ? 0 : slip.amount,
      refunded: back.reduce((sum, one) => sum + one.amount, 0),
    };
  });
}
