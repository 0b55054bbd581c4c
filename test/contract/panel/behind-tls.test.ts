import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { LOJA_TEST } from '../../../src/gateway/postbacks/sending/test-certificate.ts';
import { newAuthenticator } from '../../support/authenticator.ts';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import { testService } from '../../support/service.ts';
import { openTlsProxy, TLS_HOST, type TlsProxy } from '../../support/tls-proxy.ts';
import { assertRefused, browserOf, okJson } from './panel-client.ts';

const SITE = { rpId: TLS_HOST, origin: `https://${TLS_HOST}` };

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
}

describe('The panel behind a proxy that ends TLS', () => {
  const service = testService('sqlite', {
    GUICHE_PUBLIC_URL: SITE.origin,
    GUICHE_TRUSTED_PROXIES: '127.0.0.1',
  });
  let proxy: TlsProxy;
  before(async () => {
    await service.start();
    proxy = await openTlsProxy();
    proxy.forwardTo(service.address());
  });
  after(async () => {
    proxy?.close();
    await service.stop();
    await service.remove();
  });

  /** As a browser at https://loja.test sends it. */
  const send = async ({ method = 'GET', path, headers, body }: HttpRequest): Promise<HttpAnswer> => {
    const outgoing = request({
      ...{ hostname: '127.0.0.1', port: proxy.port, servername: TLS_HOST, ca: LOJA_TEST.cert, agent: false },
      ...{ method, path, headers: { ...headers, Host: TLS_HOST } },
    });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const received = await text(incoming);
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      text: received,
      json: () => JSON.parse(received) as unknown,
    };
  };

  test('sessions are in a cookie of this host for TLS only, and writes come from its own origin', async () => {
    const browser = browserOf({ send });
    const entered = await browser.logIn();
    okJson(entered);
    assert.match(
      String(entered.headers['set-cookie']),
      /^__Host-guiche=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const keepFrom = (Origin: string) =>
      send({
        method: 'POST',
        path: '/painel/api/session/keep',
        headers: { 'Content-Type': 'application/json', Cookie: browser.cookie() ?? '', Origin },
        body: '{}',
      });
    okJson(await keepFrom(SITE.origin));
    for (const origin of [service.address(), `http://${TLS_HOST}`, `${SITE.origin}:8443`]) {
      assertRefused(await keepFrom(origin), 403, 'cross_site');
    }
  });

  test('a passkey is registered for the public name, and logs in and confirms there only', async () => {
    const browser = browserOf({ send });
    okJson(await browser.logIn());
    assert.partialDeepStrictEqual(okJson(await browser.call('GET', '/security/passkeys')), {
      available: true,
    });
    const authenticator = newAuthenticator(SITE);
    const started = async () =>
      okJson<Options & object>(await browser.call('POST', '/security/passkeys/options'));
    const inner = { origin: service.address() };
    const wrong = authenticator.create(await started(), inner);
    const refused = await browser.call('POST', '/security/passkeys', { name: 'Caixa', credential: wrong });
    assertRefused(refused, 400, 'passkey_refused');
    const options = await started();
    assert.equal(options.rp?.id, TLS_HOST);
    const body = { name: 'Caixa', credential: authenticator.create(options) };
    const { codes } = okJson<{ codes: string[] }>(await browser.call('POST', '/security/passkeys', body));
    assert.equal(codes.length, 10);

    const next = browserOf({ send });
    assert.partialDeepStrictEqual(okJson(await next.logIn()), { methods: ['passkey'] });
    const answered = async (site?: Partial<typeof SITE>) => {
      const asked = okJson<Options & object>(await next.call('POST', '/session/second-factor/passkey'));
      return next.call('POST', '/session/second-factor', { passkey: authenticator.get(asked, site) });
    };
    for (const site of [inner, { origin: `http://${TLS_HOST}` }, { rpId: 'localhost' }]) {
      assertRefused(await answered(site), 401, 'passkey_invalid');
    }
    okJson(await answered());
    const again = okJson<Options & object>(await next.call('POST', '/session/step-up/passkey'));
    okJson(await next.call('POST', '/session/step-up', { passkey: authenticator.get(again) }));
  });
});
