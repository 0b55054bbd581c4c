import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from '../../../platform/addresses/network-addresses.ts';

const PRODUCTION_PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080']);
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Thrown for a receiver that must not be called from here. */
export class ReceiverForbidden extends Error {
  readonly reason: 'address_not_public' | 'port_not_allowed';

  constructor(reason: 'address_not_public' | 'port_not_allowed') {
    super(reason);
    this.name = 'ReceiverForbidden';
    this.reason = reason;
  }
}

class NoAddress extends Error {
  readonly code = 'ENODATA';
}

/** For the sandbox: resolves as other programs on this machine do, so that local and container names work. */
export const resolveLikeOthers: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * For production: asks DNS directly and not through the thread pool, where names whose servers do not answer
 * would block file access and other look-ups.
 */
export function createDnsResolve(
  resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES }),
): Resolve {
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length > 0) return addresses;
    const [failed] = found.filter((answer) => answer.status === 'rejected');
    throw failed?.reason ?? new NoAddress();
  };
}

/**
 * With `publicOnly`, connects to allowed ports and public addresses only. The addresses are resolved and
 * checked for each connection; what the name resolved to at the time of the sale does not count.
 */
export function guardedConnect(options: {
  readonly publicOnly: boolean;
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  readonly buildConnector: typeof buildConnector;
}): buildConnector.connector {
  const { publicOnly, resolve, timeoutMs } = options;
  const checked = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(hostname);
    if (!publicOnly) return addresses;
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) throw new ReceiverForbidden('address_not_public');
    return allowed;
  };
  const connect = options.buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    lookup: (hostname: string, wanted: LookupOptions, done: LookupDone) => {
      checked(hostname).then(
        (addresses) => answerLookup(addresses, wanted, done),
        (error: NodeJS.ErrnoException) => done(error, []),
      );
    },
  });
  return (target, done) => {
    const forbidden = publicOnly && forbiddenTarget(target.hostname, target.port);
    if (forbidden) done(forbidden, null);
    else connect(target, done);
  };
}

type LookupDone = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

function answerLookup(addresses: readonly LookupAddress[], wanted: LookupOptions, done: LookupDone): void {
  const [first] = addresses;
  if (wanted.all) done(null, [...addresses]);
  else done(null, first?.address ?? '', first?.family ?? 4);
}

/** A literal address is connected to without a lookup, so it is checked here. */
function forbiddenTarget(hostname: string, port: string): ReceiverForbidden | undefined {
  if (!PRODUCTION_PORTS.has(port)) return new ReceiverForbidden('port_not_allowed');
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) return new ReceiverForbidden('address_not_public');
  return undefined;
}
