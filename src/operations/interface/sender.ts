import { type KeyHolder, networkOf } from '../../accounts/index.ts';

/** Who takes turns with others: the person of the key, or, of those that have none, the network they come from. */
export type RequestSender = { readonly personId: number } | { readonly network: string };

export function senderOf(holder: KeyHolder | undefined, address: string): RequestSender {
  return holder ? { personId: holder.personId } : { network: networkOf(address) };
}
