import type { KeyHolder } from '../../accounts/credentials/index.ts';
import { networkOf } from '../../platform/network.ts';

/** Who takes turns in the limiter: the person of the key or, without a key, the network of the request. */
export type RequestSender = { readonly personId: number } | { readonly network: string };

export function senderOf(holder: KeyHolder | undefined, address: string): RequestSender {
  return holder ? { personId: holder.personId } : { network: networkOf(address) };
}
