import { readBrCode, writeDynamicCode } from '../../br-code/index.ts';
import { type Deadline, group } from '../../http/index.ts';
import type { ChargeAtBank } from '../answer/charge.ts';
import type { BankAccount } from '../call/settings.ts';
import type { BacenContext } from '../context.ts';

/**
 * The text of a charge's code: the bank's own, where its check sum is right and it leads to this charge; else one that is
 * built from the location; else the bank is asked for it. Undefined where none can be had.
 */
export async function codeOf(
  { host }: BacenContext,
  account: BankAccount,
  { txid, charge }: { readonly txid: string; readonly charge: ChargeAtBank },
  deadline: Deadline,
): Promise<string | undefined> {
  const { code, location } = charge;
  if (code !== undefined && leadsTo(code, location)) return code;
  const built =
    location === undefined ? undefined : writeDynamicCode({ location, receiver: account.receiver });
  if (built !== undefined || !account.profile.qrcode) return built;
  const reply = await host.call(account, { method: 'GET', path: `/cob/${txid}/qrcode` }, deadline);
  if (reply.kind !== 'done') return undefined;
  const { fields } = reply;
  const { emv = group(fields, 'value').emv } = fields;
  return typeof emv === 'string' && leadsTo(emv, undefined) ? emv : undefined;
}

function leadsTo(text: string, location: string | undefined): boolean {
  const code = readBrCode(text);
  if (typeof code === 'string' || code.location === undefined) return false;
  return location === undefined || code.location === location;
}
