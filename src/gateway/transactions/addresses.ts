import { BlockList, isIP } from 'node:net';

const MAX_POST_BACK_CHARACTERS = 300;
const MAX_RETURN_CHARACTERS = 500;
const PRODUCTION_PORTS = new Set(['', '80', '443', '8080']);

/**
 * postBackUrl (decisions 3): http(s). In production only ports 80, 443 and 8080, no user, and no literal address that
 * is not public unicast; what a name resolves to is checked when connecting.
 */
export function isPostBackUrl(text: string, production: boolean): boolean {
  const url = httpUrl(text, MAX_POST_BACK_CHARACTERS);
  if (!url) return false;
  if (!production) return true;
  return PRODUCTION_PORTS.has(url.port) && !hasUser(url) && !isPrivateHost(url.hostname);
}

/** returnUrl (decisions 3): absolute http(s) without user, https in production. */
export function isReturnUrl(text: string, production: boolean): boolean {
  const url = httpUrl(text, MAX_RETURN_CHARACTERS);
  if (!url || hasUser(url)) return false;
  return !production || url.protocol === 'https:';
}

function httpUrl(text: string, maxCharacters: number): URL | undefined {
  if (text.length > maxCharacters || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

function hasUser(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

const PRIVATE_NETWORKS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** One list each: a list that holds mapped IPv6 networks would find every IPv4 address in them. */
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix, family] of PRIVATE_NETWORKS) {
  privateNetworks[family].addSubnet(network, prefix, family);
}

/** True for a literal address that is not public unicast, and for names that always mean this machine. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 0) return host === '' || host === 'localhost' || host.endsWith('.localhost');
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return privateNetworks[family].check(host, family);
}
