import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import type { CardData } from './card-data.ts';
import { readTtl } from './wire.ts';

const PublicKeyRecord = Type.Object({
  publicKey: Type.String({ description: 'Chave pública RSA de 2048 bits, PEM (SPKI)' }),
  sessionKey: Type.String({ description: '32 caracteres hexadecimais minúsculos' }),
});

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
      summary: 'Entrega uma chave pública e a chave de sessão para cifrar um cartão',
      tags: ['Chave pública'],
      security: [{ checkout: [] }],
      querystring: Type.Object({
        ttl: Type.Optional(Type.String({ description: 'Minutos que o cardHash vale: 1 a 30, padrão 10' })),
      }),
      response: { 200: PublicKeyRecord },
    },
    validatorCompiler: () => () => true,
    handler: (request) =>
      options.cardData.issuePublicKey(
        options.merchantId(request),
        readTtl((request.query as Record<string, unknown>).ttl),
      ),
  });
}
