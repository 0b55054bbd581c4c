/** A shop with a contract at the simulated Rede. */
export interface Merchant {
  /** Affiliation number: digits, no leading zero. */
  readonly pv: string;
  /** Integration key. */
  readonly key: string;
  /** The name that buyers see on the 3-D Secure page. */
  readonly shop: string;
  /** Whether sales may have a soft descriptor; code 63 otherwise. */
  readonly softDescriptor: boolean;
}

/** The pair of an `Authorization: Basic` header; undefined for anything else. */
function basicPair(header: string | undefined): { pv: string; key: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [pv = '', ...key] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { pv, key: key.join(':') };
}

/** The merchant of a header with the right key. A PV with leading zeros matches nobody (docs/contract/acquirers.md A.1). */
export function merchantOf(
  merchants: readonly Merchant[],
  authorization: string | undefined,
): Merchant | undefined {
  const pair = basicPair(authorization);
  return pair && merchants.find(({ pv, key }) => pv === pair.pv && key === pair.key);
}
