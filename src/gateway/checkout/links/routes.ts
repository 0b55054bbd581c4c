import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { GatewayError, IdempotencyHeaders, idempotencyKeyOf, searchedBody } from '../../http/index.ts';
import { checkoutRefuse } from '../refusals.ts';
import { newPaymentLink } from './new-payment-link.ts';
import type { PaymentLink } from './payment-link.ts';
import { PaymentLinkBody, PaymentLinkEdit, PaymentLinkRecord } from './schema.ts';
import type { PaymentLinkStore } from './store.ts';
import { writePaymentLink } from './wire.ts';

const MAX_LISTED = 50;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface PaymentLinkRoutes {
  readonly links: PaymentLinkStore;
  readonly production: boolean;
  readonly time: LocalTime;
  readonly clock: Clock;
  readonly requireApiPair: onRequestAsyncHookHandler;
  newId(): string;
  publicUrl(): string;
  merchantId(request: FastifyRequest): number;
}

const security = [{ authenticationApi: [], authenticationKey: [] }];
const tags = ['Links de pagamento'];
const refused = { 400: GatewayError, 401: GatewayError, 404: GatewayError, 503: GatewayError };
const params = Type.Object({ paymentLinkId: Type.String() });

/** POST, GET and PATCH /v1/payment-links: links that may be paid many times. */
export function registerPaymentLinkRoutes(app: FastifyInstance, options: PaymentLinkRoutes): void {
  const { links, clock, time, production, requireApiPair: onRequest } = options;
  const written = (link: PaymentLink) =>
    writePaymentLink(link, { time, now: clock.now(), baseUrl: options.publicUrl() });
  const found = async (request: FastifyRequest): Promise<PaymentLink> => {
    const { paymentLinkId } = request.params as { paymentLinkId: string };
    const link = UUID.test(paymentLinkId)
      ? await links.find(options.merchantId(request), paymentLinkId.toLowerCase())
      : undefined;
    if (!link) throw checkoutRefuse('payment_link_not_found');
    return link;
  };

  app.post('/v1/payment-links', {
    onRequest,
    schema: {
      summary: 'Cria um link de pagamento que pode ser pago várias vezes',
      tags,
      security,
      headers: IdempotencyHeaders,
      body: PaymentLinkBody,
      response: { 201: PaymentLinkRecord, 422: GatewayError, ...refused },
    },
    validatorCompiler: searchedBody(PaymentLinkBody),
    handler: async (request, reply) => {
      const facts = { time, now: clock.now(), production };
      const owner = { id: options.newId(), merchantId: options.merchantId(request) };
      const body = request.body as PaymentLinkBody;
      const key = idempotencyKeyOf(request);
      const asked = key === undefined ? undefined : { key, content: body };
      const link = await links.insert(newPaymentLink(body, facts, owner), asked);
      return reply.code(201).send(written(link));
    },
  });

  app.get('/v1/payment-links', {
    onRequest,
    schema: {
      summary: 'Lista os links de pagamento da loja, do mais novo para o mais antigo',
      tags,
      security,
      querystring: Type.Object({
        limit: Type.Optional(Type.String({ description: 'De 1 a 50; padrão 50' })),
        before: Type.Optional(Type.String({ description: 'Só os mais antigos que este paymentLinkId' })),
      }),
      response: { 200: Type.Array(PaymentLinkRecord), ...refused },
    },
    handler: async (request) => {
      const { limit, before } = request.query as Record<string, unknown>;
      const listed = await links.list({
        merchantId: options.merchantId(request),
        before: typeof before === 'string' && UUID.test(before) ? before.toLowerCase() : undefined,
        limit: readLimit(limit),
      });
      return listed.map(written);
    },
  });

  app.get('/v1/payment-links/:paymentLinkId', {
    onRequest,
    schema: {
      summary: 'Consulta um link de pagamento',
      tags,
      security,
      params,
      response: { 200: PaymentLinkRecord, ...refused },
    },
    handler: async (request) => written(await found(request)),
  });

  app.patch('/v1/payment-links/:paymentLinkId', {
    onRequest,
    schema: {
      summary: 'Muda o nome de um link, ou o desativa',
      tags,
      security,
      params,
      body: PaymentLinkEdit,
      response: { 200: PaymentLinkRecord, ...refused },
    },
    validatorCompiler: searchedBody(PaymentLinkEdit),
    handler: async (request) => {
      const { id, merchantId } = await found(request);
      await links.edit({ merchantId, id }, request.body as PaymentLinkEdit, clock.now());
      return written(await found(request));
    },
  });
}

function readLimit(value: unknown): number {
  if (value === undefined || value === '') return MAX_LISTED;
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1) throw checkoutRefuse('limit_invalid', { field: 'limit' });
  return Math.min(limit, MAX_LISTED);
}
