import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Host } from '../host.ts';
import { expiresAt } from './expiry.ts';
import { instant } from './wire-form.ts';

const KEY_BITS = 2_048;
const KEY_ID = 'pix-host-1';

let keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;

/** What the payer's bank reads behind a code: a signed JWS, open to everybody. */
export function registerPayload(app: FastifyInstance, host: Host): void {
  const answer = (token: string) => {
    const location = host.book.locationNamed(token);
    const charge = location && host.book.chargeAt(location);
    if (!charge) return { status: 404, text: '' };
    const isGone = charge.status.startsWith('REMOVIDA') || host.clock.now() >= expiresAt(charge);
    if (isGone && charge.status !== 'CONCLUIDA') return { status: 410, text: '' };
    const { calendario, ...members } = charge.members;
    const { txid, revision: revisao, status, createdAt } = charge;
    const criacao = instant(createdAt);
    const times = { ...(calendario as object), criacao, apresentacao: instant(host.clock.now()) };
    return {
      status: 200,
      text: signed({ revisao, calendario: times, txid, status, ...members }, host.openHost()),
    };
  };
  for (const path of ['/qr/v2/:token', '/qr/v2/cobv/:token']) {
    app.get<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const { status, text } = answer(params.token);
      return reply.code(status).type('application/jose').send(text);
    });
  }
  app.get('/jwks', async () => ({
    keys: [{ ...rsaKeys().publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
  }));
}

function signed(payload: object, openHost: string): string {
  const { publicKey, privateKey } = rsaKeys();
  const thumbprint = createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const header = { alg: 'RS256', typ: 'JOSE', jku: `https://${openHost}/jwks`, kid: KEY_ID, x5t: thumbprint };
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** Made when the first payload is read: it takes a tenth of a second. */
function rsaKeys() {
  keys ??= generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  return keys;
}
