import { BlockList, isIP } from 'node:net';

// IANA's special-purpose registries for IPv4 and IPv6: addresses of no public machine. Merchants name addresses that
// this service calls; they must not reach the service's own network.

type Family = 'ipv4' | 'ipv6';

const NOT_PUBLIC_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** The only range allocated as unicast: mapped, NAT64, local and multicast addresses lie outside. */
const UNICAST_IPV6: readonly [string, number] = ['2000::', 3];
/** Exceptions within it: protocols and Teredo, documentation (two), 6to4, AS112. */
const NOT_PUBLIC_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Two lists: one list with mapped IPv6 networks would match every IPv4 address. */
const notPublic: Readonly<Record<Family, BlockList>> = {
  ipv4: listOf('ipv4', NOT_PUBLIC_IPV4),
  ipv6: listOf('ipv6', NOT_PUBLIC_IPV6),
};
const unicastIpv6 = listOf('ipv6', [UNICAST_IPV6]);

/**
 * True for an IP address of a public machine. False for anything else, including texts that are not
 * addresses.
 */
export function isPublicAddress(text: string): boolean {
  // An address with a zone belongs to a local link.
  if (text.includes('%')) return false;
  switch (isIP(text)) {
    case 4:
      return !notPublic.ipv4.check(text, 'ipv4');
    case 6:
      return unicastIpv6.check(text, 'ipv6') && !notPublic.ipv6.check(text, 'ipv6');
    default:
      return false;
  }
}

/**
 * True for the host of a URL that is a literal address and not public, or a name that always means this
 * machine. What other names resolve to is known only when connecting.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === '' || host === 'localhost' || host.endsWith('.localhost');
}

function listOf(family: Family, networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
