import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;
const BLOCK_GROUPS = 3;

/**
 * What counts as one address when attempts are counted: an IPv4 address, or the /64 of an IPv6 address, which belongs
 * to one customer.
 */
export function networkOf(address: string): string {
  const bare = bareAddress(address);
  return isIPv6(bare) ? prefixOf(bare, NETWORK_GROUPS) : bare;
}

/**
 * The block in which an address was bought or rented, for counts over a long time: the /24 of an IPv4 address, or the
 * /48 of an IPv6 address, within which the customer of a single server gets any number of networks.
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
