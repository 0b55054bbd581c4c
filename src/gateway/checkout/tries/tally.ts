import { isIPv4 } from 'node:net';
import { blockOf, networkOf } from '../../../platform/network.ts';

/** For how long an attempt counts. */
export const TRY_COUNTS_MS = 30 * 60_000;
/** Attempts in progress or refused within that time; approvals do not count. */
const MOST_OF_ADDRESS = 20;
/** Of the /48 of an IPv6 address: whoever rents a server there has all its networks. */
const MOST_OF_BLOCK = 100;
const MOST_OF_MERCHANT = 300;

/** The limit that was reached. */
export type HeldBy = 'address' | 'block' | 'merchant';

/** Under what an attempt is counted. */
export interface TryOrigin {
  /** The IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** The IPv4 address, or the /48 of an IPv6 address. */
  readonly block: string;
  readonly merchantId: number;
}

export function tryOrigin(address: string, merchantId: number): TryOrigin {
  const network = networkOf(address);
  return { network, block: isIPv4(network) ? network : blockOf(address), merchantId };
}

/** The attempts that count by now. Absent: none. */
export interface TryCounts {
  readonly networks: ReadonlyMap<string, number>;
  readonly blocks: ReadonlyMap<string, number>;
  readonly merchants: ReadonlyMap<number, number>;
}

/**
 * Undefined when the attempt may be made. While a merchant's limit is reached, an address without counted attempts still
 * gets one: a few networks must not close the merchant's pages to everybody. Of IPv6, that is one for each /48.
 */
export function heldBy({ network, block, merchantId }: TryOrigin, counts: TryCounts): HeldBy | undefined {
  const ofBlock = counts.blocks.get(block) ?? 0;
  if ((counts.networks.get(network) ?? 0) >= MOST_OF_ADDRESS) return 'address';
  if (ofBlock >= MOST_OF_BLOCK) return 'block';
  if ((counts.merchants.get(merchantId) ?? 0) >= MOST_OF_MERCHANT && ofBlock > 0) return 'merchant';
  return undefined;
}

/** For attempts that come together: each that may be made counts for those after it. */
export function heldInTurn(
  origins: readonly TryOrigin[],
  counted: TryCounts,
): readonly (HeldBy | undefined)[] {
  const counts = {
    networks: new Map(counted.networks),
    blocks: new Map(counted.blocks),
    merchants: new Map(counted.merchants),
  };
  return origins.map((origin) => {
    const held = heldBy(origin, counts);
    if (held === undefined) {
      addOne(counts.networks, origin.network);
      addOne(counts.blocks, origin.block);
      addOne(counts.merchants, origin.merchantId);
    }
    return held;
  });
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
