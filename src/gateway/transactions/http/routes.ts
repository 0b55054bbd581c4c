import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { alsoLog, compileReader, FieldFault } from '../../../platform/index.ts';
import { transactionRefuse } from '../record/index.ts';
import { transactionAnswer } from './answer.ts';
import { fieldRefusal } from './field-refusal.ts';
import { IdempotencyHeaders, idempotencyKeyOf } from './idempotency-header.ts';
import { type MovementRoutes, registerMovementRoutes } from './movement-routes.ts';
import { transactionIdOf } from './path.ts';
import { GatewayError, NewTransactionBody, ShortRecord, TransactionRecord } from './schema.ts';
import { readNewTransaction, writeShortRecord } from './wire.ts';

const MAX_LISTED = 10;

export interface TransactionRoutes extends MovementRoutes {
  readonly production: boolean;
}

const readBody = compileReader(NewTransactionBody);
const refused = { 400: GatewayError, 401: GatewayError, 503: GatewayError };
const security = [{ authenticationApi: [], authenticationKey: [] }];
const tags = ['Transações'];

/**
 * POST /v1/transactions, GET by id and by referenceId, capture and void (docs/contract/service.md, Gateway;
 * docs/contract/decided.md 3).
 */
export function registerTransactionRoutes(app: FastifyInstance, options: TransactionRoutes): void {
  const { payments, time, requireApiPair, production } = options;
  registerMovementRoutes(app, options);

  app.post('/v1/transactions', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Autoriza um pagamento com cartão',
      tags,
      security,
      headers: IdempotencyHeaders,
      body: NewTransactionBody,
      response: {
        201: TransactionRecord,
        404: GatewayError,
        409: GatewayError,
        422: GatewayError,
        ...refused,
      },
    },
    validatorCompiler:
      ({ httpPart }) =>
      (body) => {
        if (httpPart !== 'body') return true;
        try {
          return { value: readBody(body) };
        } catch (error) {
          if (error instanceof FieldFault) return { error: fieldRefusal(error) };
          throw error;
        }
      },
    handler: async (request, reply) => {
      const body = request.body as NewTransactionBody;
      const sale = readNewTransaction(body, production);
      const key = idempotencyKeyOf(request);
      const { transaction } = await payments.sell({
        merchantId: options.merchantId(request),
        origin: { kind: 'merchant', requestId: request.id },
        sale,
        transactionId: namedTransaction(body),
        capture: body.payment.card.capture,
        idempotency: key === undefined ? undefined : { key, content: body },
      });
      alsoLog(request, { transactionId: transaction.id });
      return reply.code(201).send(await transactionAnswer(payments, transaction, time));
    },
  });

  app.get('/v1/transactions/:transactionId', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Consulta uma transação',
      tags,
      security,
      params: Type.Object({ transactionId: Type.String() }),
      response: { 200: TransactionRecord, 404: GatewayError, ...refused },
    },
    handler: async (request) => {
      const found = await payments.find(options.merchantId(request), transactionIdOf(request));
      if (!found) throw transactionRefuse('transaction_not_found');
      alsoLog(request, { transactionId: found.id });
      return transactionAnswer(payments, found, time);
    },
  });

  app.get('/v1/transactions', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Lista as transações de uma referência, da mais nova para a mais antiga',
      tags,
      security,
      querystring: Type.Object({
        referenceId: Type.String({ description: 'Referência da loja', examples: ['pedido-1'] }),
        limit: Type.Optional(Type.String({ description: 'De 1 a 10; padrão 10' })),
      }),
      response: { 200: Type.Array(ShortRecord), ...refused },
    },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const referenceId = query.referenceId;
      if (typeof referenceId !== 'string' || referenceId === '') {
        throw transactionRefuse('reference_id_required', { field: 'referenceId' });
      }
      const listed = await payments.list({
        merchantId: options.merchantId(request),
        referenceId,
        limit: readLimit(query.limit),
      });
      return listed.map((transaction) => writeShortRecord(transaction, time));
    },
  });
}

/** What was sent as `transactionId`, if it can be one. */
function namedTransaction({ transactionId }: NewTransactionBody): string | undefined {
  if (typeof transactionId !== 'string') return undefined;
  const [id] = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(transactionId.trim()) ?? [];
  return id?.toLowerCase();
}

function readLimit(value: unknown): number {
  if (value === undefined || value === '') return MAX_LISTED;
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1) throw transactionRefuse('limit_invalid', { field: 'limit' });
  return Math.min(limit, MAX_LISTED);
}
