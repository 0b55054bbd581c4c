import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import {
  checkPaymentKind,
  GatewayError,
  IdempotencyHeaders,
  idempotencyKeyOf,
  searchedBody,
} from '../../http/index.ts';
import type { Payments } from '../../payments/index.ts';
import { CreatedIntention, IntentionBody } from './schema.ts';
import { readIntention } from './wire.ts';

export interface IntentionRoutes {
  readonly payments: Pick<Payments, 'intend'>;
  readonly production: boolean;
  readonly time: LocalTime;
  readonly clock: Clock;
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
  /** The hosted page of an intention. */
  pageUrl(transactionId: string): string;
}

/** POST /v1/intention. */
export function registerIntentionRoutes(app: FastifyInstance, options: IntentionRoutes): void {
  const { payments, production, time, clock } = options;
  app.post('/v1/intention', {
    onRequest: options.requireApiPair,
    schema: {
      summary: 'Cria um link de pagamento para um pagamento',
      description: 'O comprador paga na página do endereço devolvido. A transação nasce com status 1.',
      tags: ['Links de pagamento'],
      security: [{ authenticationApi: [], authenticationKey: [] }],
      headers: IdempotencyHeaders,
      body: IntentionBody,
      response: {
        201: CreatedIntention,
        400: GatewayError,
        401: GatewayError,
        409: GatewayError,
        422: GatewayError,
        503: GatewayError,
      },
    },
    validatorCompiler: searchedBody(IntentionBody, {
      first: (body) => checkPaymentKind(body, { isOffer: true }),
    }),
    handler: async (request, reply) => {
      const body = request.body as IntentionBody;
      const intention = readIntention(body, { time, now: clock.now(), production });
      const key = idempotencyKeyOf(request);
      const { transaction } = await payments.intend({
        merchantId: options.merchantId(request),
        origin: { kind: 'merchant', requestId: request.id },
        intention,
        idempotency: key === undefined ? undefined : { key, content: body },
      });
      return reply.code(201).send({
        transactionId: transaction.id,
        url: options.pageUrl(transaction.id),
        status: transaction.result.status,
      });
    },
  });
}
