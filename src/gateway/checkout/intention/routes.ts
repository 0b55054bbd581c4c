import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Clock, compileReader, FieldFault, type LocalTime, Refusal } from '../../../platform/index.ts';
import {
  checkPaymentKind,
  fieldRefusal,
  GatewayError,
  IdempotencyHeaders,
  idempotencyKeyOf,
  type Payments,
} from '../../transactions/index.ts';
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

const readBody = compileReader(IntentionBody);

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
    validatorCompiler: readsBody((body) => {
      checkPaymentKind(body, { isOffer: true });
      return readBody(body);
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

/** Validates only bodies, with a tolerant reader. */
export function readsBody(read: (body: unknown) => unknown) {
  return ({ httpPart }: { readonly httpPart?: string }) =>
    (body: unknown) => {
      if (httpPart !== 'body') return true;
      try {
        return { value: read(body) };
      } catch (error) {
        if (error instanceof FieldFault) return { error: fieldRefusal(error) };
        if (error instanceof Refusal) return { error };
        throw error;
      }
    };
}
