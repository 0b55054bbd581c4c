import type { Deadline } from '../../http/index.ts';
import { type ChargeAtBank, readBankCharge } from '../answer/charge.ts';
import type { BankAccount } from '../call/settings.ts';
import { type BacenContext, isMissing, reasonOf } from '../context.ts';

export type LookedUpCharge =
  | { readonly kind: 'found'; readonly charge: ChargeAtBank }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** `GET /cob/{txid}`: the only way to learn what became of a call whose answer was lost. */
export async function lookUpCharge(
  { host }: BacenContext,
  account: BankAccount,
  txid: string,
  deadline: Deadline,
): Promise<LookedUpCharge> {
  const reply = await host.call(account, { method: 'GET', path: `/cob/${txid}` }, deadline);
  switch (reply.kind) {
    case 'done': {
      const charge = readBankCharge(reply.fields, txid, reply.status);
      return typeof charge === 'string' ? { kind: 'unknown', reason: charge } : { kind: 'found', charge };
    }
    case 'refused':
      return isMissing(reply) ? { kind: 'not_found' } : { kind: 'unknown', reason: reasonOf(reply.problem) };
    default:
      return { kind: reply.kind, reason: reply.reason };
  }
}
