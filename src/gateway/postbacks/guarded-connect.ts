import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from '../network-addresses.ts';

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

/** In the sandbox as every program on this machine does, so that its own names and those of containers are known. */
export const resolveLikeOthers: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * In production by DNS alone, without the thread pool: names whose servers do not answer hold up no file and no other
 * name there.
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
 * Connects. `publicOnly`: to the ports that are allowed and to public addresses, which are looked up and checked for
 * this very connection: what a name led to when the sale was made does not count.
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

/** A literal address is connected to without a lookup. */
function forbiddenTarget(hostname: string, port: string): ReceiverForbidden | undefined {
  if (!PRODUCTION_PORTS.has(port)) return new ReceiverForbidden('port_not_allowed');
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) return new ReceiverForbidden('address_not_public');
  return undefined;
}
