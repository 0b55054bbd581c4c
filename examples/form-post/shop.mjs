// A shop system that posts its whole checkout form, as WooCommerce does: `node examples/form-post/shop.mjs`, then http://localhost:3000.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const gateway = process.env.GATEWAY ?? 'http://localhost:8080';
const checkoutId = process.env.CHECKOUT_ID ?? 'pub_dec0de5ee7c0ffee0dec0de5';
const script = readFileSync(new URL('guiche-checkout.js', import.meta.url));
const orders = new Map();

const pageOf = (body) =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Loja de exemplo</title>${body}</html>`;
const escaped = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `order_key` identifies the order, so that a form submitted twice sells once. */
const checkoutPage = (error = '', { name = '', key = randomUUID() } = {}) =>
  pageOf(`<h1>Finalizar compra: R$ 10,00</h1><p role="status">${escaped(error)}</p>
<form class="checkout" method="post" action="/checkout">
<label>Nome completo <input name="billing_name" autocomplete="name" value="${escaped(name)}" required></label>
<input type="hidden" name="order_key" value="${escaped(key)}">
<div data-guiche="${gateway}" data-checkout-id="${checkoutId}"></div>
<button name="place_order" value="1">Finalizar pedido</button>
</form>
<script src="${gateway}/checkout/v1/guiche.js"></script><script src="/guiche-checkout.js"></script>`);

async function sell(form) {
  const key = form.get('order_key') ?? '';
  const answer = await fetch(`${gateway}/v1/transactions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      authenticationApi: process.env.API ?? 'demo',
      authenticationKey: process.env.API_KEY ?? '0123456789ABCDEF0123',
    },
    body: JSON.stringify({
      referenceId: key,
      amount: '1000',
      customer: { name: form.get('billing_name') },
      payment: { card: { capture: true, cardInfo: { cardHash: form.get('guiche_card_hash') ?? '' } } },
    }),
  });
  return answer.json();
}

const server = createServer(async (request, response) => {
  if (request.url === '/guiche-checkout.js')
    return response.setHeader('Content-Type', 'text/javascript').end(script);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const order = orders.get(request.url?.replace('/order-received/', ''));
  if (order) return response.end(pageOf(`<h1>Pedido recebido</h1><p>Obrigado, ${escaped(order.name)}!</p>`));
  if (request.method !== 'POST') return response.end(checkoutPage());
  const form = new URLSearchParams(await text(request));
  const name = form.get('billing_name') ?? '';
  const { status, error, transactionId } = await sell(form);
  // After a refusal the form gets a new key, because it is a new attempt.
  if (status !== 6) return response.end(checkoutPage(error?.message ?? 'O cartão foi recusado.', { name }));
  orders.set(transactionId, { name });
  response.writeHead(303, { Location: `/order-received/${transactionId}` }).end();
});
server.listen(process.env.PORT ?? 3000, () =>
  process.stdout.write(`http://localhost:${server.address().port}\n`),
);
