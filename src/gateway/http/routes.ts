import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { alsoLog } from '../../platform/http/index.ts';
import { SEARCHED_WITH_CARD } from '../kinds/card/index.ts';
import { transactionRefuse } from '../transactions/index.ts';
import { transactionAnswer } from './answer.ts';
import { IdempotencyHeaders, idempotencyKeyOf } from './idempotency-header.ts';
import { type ListRoutes, registerListRoutes } from './list-routes.ts';
import { type MovementRoutes, registerMovementRoutes } from './movement-routes.ts';
import { transactionIdOf } from './path.ts';
import { checkPaymentKind } from './payment-kind.ts';
import { GatewayError, NewTransactionBody, TransactionRecord } from './schema.ts';
import { searchedBody } from './searched-body.ts';
import { readNewTransaction } from './wire.ts';

export interface TransactionRoutes extends MovementRoutes, Pick<ListRoutes, 'sales' | 'findPix'> {
  readonly production: boolean;
}

const refused = { 400: GatewayError, 401: GatewayError, 503: GatewayError };
const security = [{ authenticationApi: [], authenticationKey: [] }];
const tags = ['Transações'];

/**
 * POST /v1/transactions, GET by id, the lists, capture and void (docs/contract/service.md, Gateway;
 * docs/contract/decided.md 3).
 */
export function registerTransactionRoutes(app: FastifyInstance, options: TransactionRoutes): void {
  const { payments, time, requireApiPair, production } = options;
  registerMovementRoutes(app, options);
  registerListRoutes(app, options);

  app.post('/v1/transactions', {
    onRequest: requireApiPair,
    schema: {
      summary: 'Autoriza um pagamento com cartão, faz um Pix ou emite um boleto',
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
    validatorCompiler: searchedBody(NewTransactionBody, {
      first: checkPaymentKind,
      elsewhere: SEARCHED_WITH_CARD,
    }),
    handler: async (request, reply) => {
      const body = request.body as NewTransactionBody;
      const sale = readNewTransaction(body, { production, time });
      const key = idempotencyKeyOf(request);
      const { transaction } = await payments.sell({
        merchantId: options.merchantId(request),
        origin: { kind: 'merchant', requestId: request.id },
        sale,
        transactionId: namedTransaction(body),
        capture: body.payment.card?.capture,
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
}

/** What was sent as `transactionId`, if it can be one. */
function namedTransaction({ transactionId }: NewTransactionBody): string | undefined {
  if (typeof transactionId !== 'string') return undefined;
  const [id] = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(transactionId.trim()) ?? [];
  return id?.toLowerCase();
}
