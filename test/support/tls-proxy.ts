import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { LOJA_TEST } from '../../src/gateway/postbacks/sending/test-certificate.ts';

/** The name in the proxy's certificate. */
export const TLS_HOST = 'loja.test';

export interface TlsProxy {
  readonly port: number;
  /** All requests from now on go to the service at this address: `http://host:port`. */
  forwardTo(address: string): void;
  close(): void;
}

/** A proxy that ends TLS for `loja.test` on a port of this machine, as operators put one in front of the service. */
export async function openTlsProxy(): Promise<TlsProxy> {
  let target = '';
  const server = createServer(LOJA_TEST, (incoming, answer) => {
    const { hostname, port } = new URL(target);
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
    };
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    // The browser may leave, and the service may stop, while a request is under way.
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (address) => {
      target = address;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
