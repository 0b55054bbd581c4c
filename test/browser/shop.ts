import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop on another origin, whose page shows its own address. */
export interface Shop {
  readonly returnUrl: string;
  /** The requested addresses, without the shop's origin. */
  readonly visits: readonly string[];
  close(): Promise<void>;
}

export const SHOP_HEADING = 'Obrigado pela compra';

export async function openShop(): Promise<Shop> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Loja</title><h1>${SHOP_HEADING}</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    returnUrl: `http://127.0.0.1:${port}/fim?sessao=1#topo`,
    visits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
