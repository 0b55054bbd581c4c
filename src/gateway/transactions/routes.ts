import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { compileReader, FieldFault, type LocalTime } from '../../platform/index.ts';
import { type AuthorizeDependencies, authorize } from './authorize.ts';
import { fieldRefusal, transactionRefuse } from './refusals.ts';
import { GatewayError, NewTransactionBody, ShortRecord, TransactionRecord } from './schema.ts';
import { readNewTransaction, writeShortRecord, writeTransaction } from './wire.ts';

const MAX_LISTED = 10;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface TransactionRoutes extends AuthorizeDependencies {
  readonly time: LocalTime;
  /** Sets the merchant or answers 401. */
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
}

const readBody = compileReader(NewTransactionBody);
const refused = { 400: GatewayError, 401: GatewayError, 503: GatewayError };
const security = [{ authenticationApi: [], authenticationKey: [] }];
const tags = ['Transações'];

/** POST /v1/transactions, GET by id and by referenceId (specification, Gateway; decisions 3). */
export function registerTransactionRoutes(app: FastifyInstance, options: TransactionRoutes): void {
  const { store, time, requireApiPair, production } = options;

  app.post('/v1/transactions', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Autoriza um pagamento com cartão',
      tags,
      security,
      body: NewTransactionBody,
      response: { 201: TransactionRecord, ...refused },
    },
    validatorCompiler: () => (body) => {
      try {
        return { value: readBody(body) };
      } catch (error) {
        if (error instanceof FieldFault) return { error: fieldRefusal(error) };
        throw error;
      }
    },
    handler: async (request, reply) => {
      const asked = readNewTransaction(request.body as NewTransactionBody, production);
      const sale = {
        merchantId: options.merchantId(request),
        origin: { cause: 'merchant', requestId: request.id },
        idempotency: undefined,
      } as const;
      const transaction = await authorize(options, sale, asked);
      return reply.code(201).send(writeTransaction(transaction, time));
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
    validatorCompiler: () => () => true,
    handler: async (request) => {
      const { transactionId } = request.params as { transactionId: string };
      if (!UUID.test(transactionId)) throw transactionRefuse('transaction_not_found');
      const found = await store.find(options.merchantId(request), transactionId.toLowerCase());
      if (!found) throw transactionRefuse('transaction_not_found');
      return writeTransaction(found, time);
    },
  });

  app.get('/v1/transactions', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Lista as transações de uma referência, da mais nova para a mais antiga',
      tags,
      security,
      querystring: Type.Object({
        referenceId: Type.String({ description: 'Referência da loja' }),
        limit: Type.Optional(Type.String({ description: 'De 1 a 10; padrão 10' })),
      }),
      response: { 200: Type.Array(ShortRecord), ...refused },
    },
    validatorCompiler: () => () => true,
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const referenceId = query.referenceId;
      if (typeof referenceId !== 'string' || referenceId === '') {
        throw transactionRefuse('reference_id_required', { field: 'referenceId' });
      }
      const listed = await store.listByReference(
        options.merchantId(request),
        referenceId,
        readLimit(query.limit),
      );
      return listed.map((transaction) => writeShortRecord(transaction, time));
    },
  });
}

function readLimit(value: unknown): number {
  if (value === undefined || value === '') return MAX_LISTED;
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1) throw transactionRefuse('limit_invalid', { field: 'limit' });
  return Math.min(limit, MAX_LISTED);
}
