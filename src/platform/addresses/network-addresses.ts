import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only range of IPv6 that is allocated as unicast: the library takes what nobody has yet for unicast too. */
const ALLOCATED_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an IP address of a public machine. False for anything else, including texts that are not addresses. Merchants
 * name addresses that this service calls; they must not reach the service's own network.
 */
export function isPublicAddress(text: string): boolean {
  // An address with a zone belongs to a local link.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && !address.match(ALLOCATED_IPV6)) return false;
  return address.range() === 'unicast';
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
