// A shop whose server never sees a card: `node examples/node/shop.mjs`, then http://localhost:3000 (fields of the gateway) or
// http://localhost:3000/own-fields (fields of its own).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const gateway = process.env.GATEWAY ?? 'http://localhost:8080';
const checkoutId = process.env.CHECKOUT_ID ?? 'pub_dec0de5ee7c0ffee0dec0de5';
const pageOf = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .replaceAll('%GATEWAY%', gateway)
    .replaceAll('%CHECKOUT_ID%', checkoutId);
const pages = { '/': pageOf('fields.html'), '/own-fields': pageOf('own-fields.html') };

const server = createServer(async (request, response) => {
  if (request.url !== '/pay') return response.setHeader('Content-Type', 'text/html').end(pages[request.url]);
  const sale = await fetch(`${gateway}/v1/transactions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      authenticationApi: process.env.API ?? 'demo',
      authenticationKey: process.env.API_KEY ?? '0123456789ABCDEF0123',
    },
    body: JSON.stringify({
      amount: '1000',
      payment: { card: { capture: true, cardInfo: { cardHash: await text(request) } } },
    }),
  });
  const { status, error } = await sale.json();
  response.end(status === 6 ? 'Pago. Obrigado!' : `Não foi pago: ${error?.message ?? `situação ${status}`}`);
});
server.listen(process.env.PORT ?? 3000, () =>
  process.stdout.write(`http://localhost:${server.address().port}\n`),
);
