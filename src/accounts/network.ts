import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;
const BLOCK_GROUPS = 3;

/**
 * What counts as one address when tries are counted: an IPv4 address, or the /64 of an IPv6 one, which one customer has
 * for himself.
 */
export function networkOf(address: string): string {
  const bare = bareAddress(address);
  return isIPv6(bare) ? prefixOf(bare, NETWORK_GROUPS) : bare;
}

/**
 * The block that an address was bought or rented in, when what must last is counted: the /24 of an IPv4 address, or the
 * /48 of an IPv6 one, of which who pays for one server gets as many networks as he likes.
 */
export function blockOf(address: string): string {
  const bare = bareAddress(address);
  if (isIPv6(bare)) return prefixOf(bare, BLOCK_GROUPS);
  return isIPv4(bare) ? `${bare.split('.').slice(0, 3).join('.')}.0/24` : bare;
}

/** An IPv4 address as such, however it is written, and an IPv6 one without its zone. */
function bareAddress(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
}

/** `2001:db8:0:0::/64` for four groups. */
function prefixOf(address: string, groups: number): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const all = [...before, ...new Array<string>(zeros).fill('0'), ...after];
  const prefix = all.slice(0, groups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}
