import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { allowOrigin } from '../../../platform/http/index.ts';
import { GatewayError, IdempotencyHeaders, idempotencyKeyOf, searchedBody } from '../../http/index.ts';
import type { Payments } from '../../payments/index.ts';
import { type StoredCards, storedCardRefuse, type TokenizationStand } from '../../stored-cards/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import { TokenizationBody, TokenizationFormBody, TokenizationRecord } from './schema.ts';
import {
  ofTokenization,
  readTokenization,
  sentCard,
  textsOf,
  writeStoredCard,
  writeTokenization,
} from './wire.ts';

const PATH = '/v1/tokenization';
const MAX_LISTED = 10;

export interface TokenizationRoutes {
  readonly storedCards: Pick<StoredCards, 'tokenizations' | 'delete'>;
  readonly payments: Pick<Payments, 'readCard'>;
  readonly production: boolean;
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
  /** The shops' own pages, which store cards from the browser: those of the origins of public checkout ids. */
  readonly shopPages: {
    isShopPage(page: { readonly origin: string; readonly address: string }): Promise<boolean>;
    isPageOf(merchantId: number, origin: string): Promise<boolean>;
  };
  /** HMACs of an Idempotency-Key and its request. */
  hashKey(request: {
    readonly merchantId: number;
    readonly route: 'tokenization' | 'tokenization form';
    readonly key: string;
    readonly content: unknown;
  }): { readonly id: string; readonly fingerprint: string };
}

const common = {
  tags: ['Cartões salvos'],
  security: [{ authenticationApi: [], authenticationKey: [] }],
};
const refused = { 400: GatewayError, 401: GatewayError, 503: GatewayError };
const named = Type.Object({ token: Type.String({ description: 'Token do cartão, ou tokenizationId' }) });

/** POST, GET and DELETE under /v1/tokenization. */
export function registerTokenizationRoutes(app: FastifyInstance, options: TokenizationRoutes): void {
  registerMaking(app, options);
  registerFinding(app, options);
}

function registerMaking(app: FastifyInstance, options: TokenizationRoutes): void {
  const { storedCards, payments, production, requireApiPair: onRequest } = options;
  const { tokenizations } = storedCards;
  const keyOf = (request: FastifyRequest, route: 'tokenization' | 'tokenization form', content: unknown) => {
    const key = idempotencyKeyOf(request);
    return key === undefined
      ? undefined
      : options.hashKey({ merchantId: options.merchantId(request), route, key, content });
  };

  app.post(PATH, {
    config: {
      cors: (origin, { clientAddress: address }) => options.shopPages.isShopPage({ origin, address }),
    },
    onRequest: [onRequest, answersShopPage(options)],
    schema: {
      ...common,
      summary: 'Guarda um cartão sem vender',
      description:
        'O cartão enviado com cvv é conferido sem valor, onde a adquirente pode; quando não foi conferido, a resposta diz `checked: false`. O mesmo cartão tem sempre o mesmo token.',
      headers: IdempotencyHeaders,
      body: TokenizationBody,
      response: { 201: TokenizationRecord, 409: GatewayError, 422: GatewayError, ...refused },
    },
    validatorCompiler: searchedBody(TokenizationBody),
    handler: async (request, reply) => {
      const body = request.body as TokenizationBody;
      const merchantId = options.merchantId(request);
      const { cvv: _, ...withoutCvv } = body.cardInfo;
      try {
        const wanted = readTokenization(body, production);
        const sent = sentCard(body.cardInfo);
        const key = keyOf(request, 'tokenization', { ...body, cardInfo: withoutCvv });
        const made = await tokenizations.create({ ...wanted, merchantId, key }, () =>
          payments.readCard(merchantId, sent, textsOf(wanted)),
        );
        const { isChecked = hasCode(body.cardInfo) } = made;
        return reply.code(201).send({ ...writeTokenization(made), ...(isChecked ? {} : { checked: false }) });
      } catch (error) {
        throw ofTokenization(error);
      }
    },
  });

  app.post(`${PATH}/intention`, {
    onRequest,
    schema: {
      ...common,
      summary: 'Cria uma página em que o titular digita o cartão a guardar',
      headers: IdempotencyHeaders,
      body: TokenizationFormBody,
      response: { 201: TokenizationRecord, 422: GatewayError, ...refused },
    },
    validatorCompiler: searchedBody(TokenizationFormBody),
    handler: async (request, reply) => {
      const body = request.body as TokenizationFormBody;
      const wanted = readTokenization(body, production);
      const key = keyOf(request, 'tokenization form', body);
      const tokenization = await tokenizations.openForm({
        ...wanted,
        merchantId: options.merchantId(request),
        key,
      });
      const answer = writeTokenization(
        { tokenization, card: undefined },
        tokenizations.formUrl(tokenization),
      );
      return reply.code(201).send(answer);
    },
  });
}

function registerFinding(app: FastifyInstance, options: TokenizationRoutes): void {
  const { storedCards, requireApiPair: onRequest } = options;
  const { tokenizations } = storedCards;
  const written = (stand: TokenizationStand) =>
    writeTokenization(stand, stand.takesCard ? tokenizations.formUrl(stand.tokenization) : undefined);

  app.get(`${PATH}/:token`, {
    onRequest,
    schema: {
      ...common,
      summary: 'Consulta um cartão salvo',
      params: named,
      response: { 200: TokenizationRecord, 404: GatewayError, ...refused },
    },
    handler: async (request) => {
      const found = await tokenizations.look(options.merchantId(request), nameOf(request));
      if (found?.tokenization)
        return written({ takesCard: false, card: undefined, ...found } as TokenizationStand);
      if (!found?.card) throw storedCardRefuse('tokenization_not_found');
      return writeStoredCard(found.card);
    },
  });

  app.get(PATH, {
    onRequest,
    schema: {
      ...common,
      summary: 'Lista os cartões salvos de uma referência, do mais novo para o mais antigo',
      querystring: Type.Object({
        referenceId: Type.String({ description: 'Referência da loja', examples: ['cliente-1'] }),
        limit: Type.Optional(Type.String({ description: 'De 1 a 10; padrão 10' })),
      }),
      response: { 200: Type.Array(TokenizationRecord), ...refused },
    },
    handler: async (request) => {
      const { referenceId, limit } = request.query as Record<string, unknown>;
      if (typeof referenceId !== 'string' || referenceId === '') {
        throw transactionRefuse('reference_id_required', { field: 'referenceId' });
      }
      const found = await tokenizations.list(options.merchantId(request), referenceId, limitOf(limit));
      return found.map(written);
    },
  });

  app.delete(`${PATH}/:token`, {
    onRequest,
    schema: {
      ...common,
      summary: 'Exclui um cartão salvo, também na adquirente',
      params: Type.Object({ token: Type.String({ description: 'Token do cartão' }) }),
      response: {
        204: Type.Null({ description: 'Excluído, agora ou antes' }),
        404: GatewayError,
        ...refused,
      },
    },
    handler: async (request, reply) => {
      const deleted = await storedCards.delete(options.merchantId(request), nameOf(request));
      if (!deleted) throw storedCardRefuse('tokenization_not_found');
      return reply.code(204).send();
    },
  });
}

/** Lets a page of the merchant's own read the answer, whatever it is. */
function answersShopPage({ shopPages, merchantId }: TokenizationRoutes): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { origin } = request.headers;
    reply.header('Vary', 'Origin');
    if (origin !== undefined && (await shopPages.isPageOf(merchantId(request), origin)))
      allowOrigin(reply, origin);
  };
}

function nameOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

function limitOf(value: unknown): number {
  if (value === undefined || value === '') return MAX_LISTED;
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1) throw transactionRefuse('limit_invalid', { field: 'limit' });
  return Math.min(limit, MAX_LISTED);
}

/** Whether a code may have come with the card: that of a cardHash is inside. */
function hasCode({ cvv, cardHash }: TokenizationBody['cardInfo']): boolean {
  return cvv !== undefined || cardHash !== undefined;
}
