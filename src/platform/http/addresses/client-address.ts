import { isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The IP address that the request came from: the connection's, or the one that a trusted proxy names. Use it in
     * place of `request.ip`, which is undefined once the client has cut the connection. Empty only for a client that
     * was gone before its connection was accepted; such a request reaches no route.
     */
    clientAddress: string;
  }
}

/** Some proxies write the port too: `203.0.113.7:50123`, `[2001:db8::7]:50123`. */
const WITH_PORT = /^(?:\[(?<six>[^\]]*)\]|(?<four>[\d.]+))(?::\d{1,5})?$/;

/**
 * Takes the address of each connection when it is accepted, and sets `clientAddress` before any other hook runs: the
 * operating system forgets whose a connection was as soon as the other side resets it.
 */
export function rememberClientAddresses(
  app: FastifyInstance,
  /** Called once, with the address that sent the first `X-Forwarded-For` without being trusted to. */
  onUnnamedProxy: (address: string) => void = () => undefined,
): void {
  let wasTold = false;
  const peers = new WeakMap<Socket, string>();
  app.server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Reset before it was accepted: there is nobody to answer.
    if (remoteAddress === undefined) socket.destroy();
    else peers.set(socket, remoteAddress);
  });
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = peers.get(request.socket) ?? request.socket.remoteAddress ?? '';
    request.clientAddress = ipAddressIn(request.ip) ?? peer;
    if (!wasTold && request.raw.headers['x-forwarded-for'] !== undefined && !isTrusted(request)) {
      wasTold = true;
      onUnnamedProxy(peer);
    }
    done();
  });
}

/** Of a proxy that is trusted Fastify lists the addresses that it named after its own. */
function isTrusted({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1;
}

/** The address in what a proxy wrote into `X-Forwarded-For`; undefined for anything else, such as `unknown`. */
export function ipAddressIn(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) !== 0) return text;
  const { six, four } = WITH_PORT.exec(text)?.groups ?? {};
  const address = six ?? four ?? '';
  return isIP(address) === 0 ? undefined : address;
}
