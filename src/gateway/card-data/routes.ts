import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import type { CardData } from './card-data.ts';
import { refuseCardData } from './refusals.ts';
import { DEFAULT_TTL_MINUTES, isTtl } from './session.ts';

const PublicKeyRecord = Type.Object(
  {
    publicKey: Type.String({ description: 'Chave pública RSA de 2048 bits, PEM (SPKI)' }),
    sessionKey: Type.String({ description: '32 caracteres hexadecimais minúsculos' }),
  },
  { title: 'PublicKey' },
);

export interface PublicKeyRoutes {
  readonly cardData: Pick<CardData, 'issuePublicKey'>;
  /** Sets the merchant or answers 401. */
  readonly requireCheckoutPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
}

/** GET /v2/checkout/generate/public-key (docs/contract/service.md, Gateway). */
export function registerPublicKeyRoute(app: FastifyInstance, options: PublicKeyRoutes): void {
  app.get('/v2/checkout/generate/public-key', {
    config: { cors: true },
    onRequest: options.requireCheckoutPair,
    schema: {
      summary: 'Entrega uma chave pública e a chave de sessão para criptografar um cartão',
      tags: ['Chave pública'],
      security: [{ checkout: [] }],
      querystring: Type.Object({
        ttl: Type.Optional(Type.String({ description: 'Minutos que o cardHash vale: 1 a 30, padrão 10' })),
      }),
      response: { 200: PublicKeyRecord },
    },
    handler: (request) =>
      options.cardData.issuePublicKey(
        options.merchantId(request),
        readTtl((request.query as Record<string, unknown>).ttl),
      ),
  });
}

export interface BrowserKeyRoute {
  readonly cardData: Pick<CardData, 'issuePublicKey'>;
  /** Gives the shop of a public checkout id; throws for one that may not be used from there. */
  admit(checkoutId: string, request: FastifyRequest): Promise<number>;
}

/** GET /checkout/v1/{checkoutId}/public-key: for the browser library, which has no secret (docs/checkout.md). */
export function registerBrowserKeyRoute(app: FastifyInstance, { cardData, admit }: BrowserKeyRoute): void {
  app.get<{ Params: { checkoutId: string } }>('/checkout/v1/:checkoutId/public-key', {
    config: { cors: true },
    schema: {
      summary: 'Entrega uma chave pública a uma página da loja, pelo identificador público de checkout',
      tags: ['Chave pública'],
      params: Type.Object({ checkoutId: Type.String() }),
      response: { 200: PublicKeyRecord },
    },
    handler: async (request, reply) => {
      const merchantId = await admit(request.params.checkoutId, request);
      reply.header('Cache-Control', 'no-store');
      return cardData.issuePublicKey(merchantId, DEFAULT_TTL_MINUTES, { address: request.clientAddress });
    },
  });
}

/** Reads the ttl of the query, whole minutes; absent or empty means 10. Throws ttl_invalid (400). */
function readTtl(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_TTL_MINUTES;
  const ttl = typeof value === 'string' && /^\d{1,4}$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (!isTtl(ttl)) throw refuseCardData('ttl_invalid');
  return ttl;
}
