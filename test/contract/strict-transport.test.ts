import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatedSale } from '../support/buyer.ts';
import { API_PAIR, basic, DEMO_CHECKOUT, PUBLIC_KEY_PATH, saleBody } from '../support/gateway-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { DEMO_KEY } from '../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';

const JSON_HEADERS = { ...API_PAIR, 'Content-Type': 'application/json' };
const HTML = { Accept: 'text/html' };
const send = (path: string, body: object): HttpRequest => ({
  method: 'POST',
  path,
  headers: JSON_HEADERS,
  body: JSON.stringify(body),
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  path,
  headers,
});

/** Every kind of answer: interfaces, pages, files, redirects and refusals. */
const ANSWERS: readonly (readonly [number, HttpRequest])[] = [
  [200, get('/')],
  [303, get('/', HTML)],
  [200, get('/painel', HTML)],
  [404, get('/painel/api/nada')],
  [401, get('/painel/api/home')],
  [200, get('/docs')],
  [200, get('/docs/guias')],
  [404, get('/docs/guias/nenhum')],
  [200, get('/openapi.json')],
  [200, get('/health/live')],
  [200, get('/health/ready')],
  [200, get('/metrics')],
  [201, send('/v1/transactions', saleBody())],
  [400, send('/v1/transactions', {})],
  [401, { method: 'POST', path: '/v1/transactions' }],
  [405, { method: 'DELETE', path: '/v1/transactions' }],
  [200, get(PUBLIC_KEY_PATH, basic(DEMO_CHECKOUT))],
  [404, get('/v1/transactions/x', API_PAIR)],
  [200, get(`/Terminal/GetByPessoaId?pessoaId=1&key=${DEMO_KEY}`)],
  [401, get('/Terminal/GetByPessoaId?pessoaId=1')],
  [404, get('/v1/payment/nenhum', HTML)],
  [404, get('/v1/save-card/nenhum', HTML)],
  [404, get('/p/nenhum', HTML)],
  [404, get('/3ds/nenhum', HTML)],
  [410, get('/senha/nenhum', HTML)],
  [404, get('/nada')],
  [404, get('/%E0%A4%A')],
  [413, { ...send('/v1/transactions', {}), body: ' '.repeat(1024 * 1024 + 1) }],
  [431, get('/health/live', { 'X-Padding': 'x'.repeat(65 * 1024) })],
];

/** The pages of a link, an authentication and a card form that are there. */
async function pagesOf(service: TestService): Promise<readonly HttpRequest[]> {
  const made = async (path: string, body: object) =>
    (await service.send(send(path, body))).json() as { url?: string; redirectUrl?: string };
  const addresses = [
    (await made('/v1/intention', { amount: '1000', payment: { card: { type: 0 } } })).url,
    (await made('/v1/payment-links', { name: 'Bolo', amount: '1000', payment: { card: { type: 0 } } })).url,
    (await made('/v1/tokenization/intention', { referenceId: 'cliente-1' })).url,
    (await made('/v1/transactions', authenticatedSale('debit'))).redirectUrl,
  ];
  return addresses.map((address) => get(new URL(String(address)).pathname, HTML));
}

async function headerOf(service: TestService, request: HttpRequest, status?: number) {
  const answer = await service.send(request);
  if (status !== undefined)
    assert.equal(answer.status, status, `${request.path}: ${answer.text.slice(0, 200)}`);
  return answer.headers['strict-transport-security'];
}

onSqliteByDay(
  'A service with an https public address',
  { GUICHE_PUBLIC_URL: 'https://pagamentos.example' },
  (service) => {
    test('tells browsers to ask for it in no other way, in every answer, whatever a proxy says', async () => {
      for (const [status, request] of ANSWERS) {
        assert.equal(await headerOf(service, request, status), 'max-age=31536000', request.path);
      }
      for (const request of await pagesOf(service)) {
        assert.equal(await headerOf(service, request), 'max-age=31536000', request.path);
      }
    });
  },
);

onSqliteByDay(
  'A service with a public address without TLS',
  { GUICHE_PUBLIC_URL: 'http://pagamentos.example', GUICHE_TRUSTED_PROXIES: '127.0.0.1' },
  (service) => {
    test('says nothing of TLS, but where a trusted proxy says that it ended it', async () => {
      for (const [status, request] of ANSWERS) {
        assert.equal(await headerOf(service, request, status), undefined, request.path);
      }
      for (const request of await pagesOf(service)) {
        assert.equal(await headerOf(service, request), undefined, request.path);
        const headers = { ...request.headers, 'X-Forwarded-Proto': 'https' };
        assert.equal(await headerOf(service, { ...request, headers }), 'max-age=31536000', request.path);
      }
    });
  },
);
