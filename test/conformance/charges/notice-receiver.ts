import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface NoticeReceiver {
  readonly url: string;
  readonly bodies: unknown[];
  close(): void;
}

/** An address to which a bank posts. */
export async function listenForNotices(): Promise<NoticeReceiver> {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pix/token`,
    bodies,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
