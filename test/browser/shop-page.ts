import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop's server with one page, written by the test. */
export interface ShopPage {
  readonly origin: string;
  close(): Promise<void>;
}

/** `bodyOf` is called for each visit with the requested path. */
export async function openShopPage(bodyOf: (path: string) => string): Promise<ShopPage> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="pt-BR"><title>Loja</title>${bodyOf(request.url ?? '/')}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
