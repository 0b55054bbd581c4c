import { isMissing, readBankCharge, reasonOf } from '../bacen-pix/index.ts';
import type { Deadline } from '../http/index.ts';
import type { ChargePayment } from '../received-payment.ts';
import { type SlipIds, slipPaymentId } from '../slips/slip-provider.ts';
import type { SlipAccount } from './account.ts';
import type { SlipContext } from './context.ts';
import type { SlipAtBank } from './dialect.ts';

export type LookedUpSlip =
  | {
      readonly kind: 'found';
      readonly slip: SlipAtBank;
      /** By barcode and by Pix, oldest first. */
      readonly payments: readonly ChargePayment[];
    }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** How a slip stands at its bank, with all that was paid: the only way to learn what became of a call whose answer was lost. */
export async function lookUpSlip(
  context: SlipContext,
  account: SlipAccount,
  ids: SlipIds,
  deadline: Deadline,
): Promise<LookedUpSlip> {
  const asked = context.dialect.query(account, ids);
  if (!asked) return { kind: 'unknown', reason: 'the bank tells of this slip only by its own name for it' };
  const reply = await context.host.call(asked.access, asked.call, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown')
    return { kind: reply.kind, reason: reply.reason };
  if (reply.kind === 'refused') {
    return isMissing(reply) ? { kind: 'not_found' } : { kind: 'unknown', reason: reasonOf(reply.problem) };
  }
  const slip = context.dialect.readFound(reply.fields, account, ids);
  if (slip === 'none') return { kind: 'not_found' };
  if (typeof slip === 'string') return { kind: 'unknown', reason: slip };
  const byPix = await paidByPix(context, account, slip, deadline);
  if (!Array.isArray(byPix)) return byPix as LookedUpSlip;
  return { kind: 'found', slip, payments: settled(slip, [...byBarcode(slip, ids), ...byPix]) };
}

function byBarcode({ payments }: SlipAtBank, { acquirerReference }: SlipIds): readonly ChargePayment[] {
  return payments.map(({ id, at, amount, details }, index) => ({
    endToEndId: slipPaymentId(acquirerReference, id ?? index + 1),
    amount,
    at,
    ...(details ? { details } : {}),
    returns: [],
    settles: false,
  }));
}

/** What was paid by the other half of a hybrid slip, or why that is not known. */
async function paidByPix(
  { host }: SlipContext,
  { pix }: SlipAccount,
  { txid }: SlipAtBank,
  deadline: Deadline,
): Promise<readonly ChargePayment[] | Exclude<LookedUpSlip, { kind: 'found' }>> {
  if (txid === undefined || !pix) return [];
  const reply = await host.call(pix, { method: 'GET', path: `/cob/${txid}` }, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown')
    return { kind: reply.kind, reason: reply.reason };
  if (reply.kind === 'refused') {
    return isMissing(reply) ? [] : { kind: 'unknown', reason: reasonOf(reply.problem) };
  }
  const charge = readBankCharge(reply.fields, txid, reply.status);
  return typeof charge === 'string' ? { kind: 'unknown', reason: charge } : charge.payments;
}

/** The first one settles, whatever its amount; of a slip that was taken back none does. */
function settled({ standing }: SlipAtBank, payments: readonly ChargePayment[]): readonly ChargePayment[] {
  return payments
    .toSorted((one, other) => one.at - other.at)
    .map((payment, index) => ({ ...payment, settles: index === 0 && standing !== 'removed' }));
}
