import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { alsoLog } from '../../platform/http/index.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Payments } from '../payments/index.ts';
import type { MinorUnits } from '../providers/index.ts';
import { type MoveResult, type RequestedMovement, transactionRefuse } from '../transactions/index.ts';
import { transactionAnswer } from './answer.ts';
import { IdempotencyHeaders, idempotencyKeyOf } from './idempotency-header.ts';
import { transactionIdOf } from './path.ts';
import { GatewayError, RefusedMovement, TransactionRecord } from './schema.ts';

export interface MovementRoutes {
  readonly payments: Payments;
  readonly time: LocalTime;
  /** Sets the merchant or answers 401. */
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
}

const CONFLICT = 409;

const SUMMARIES: Readonly<Record<RequestedMovement, string>> = {
  capture: 'Captura uma transação autorizada, no todo ou em parte',
  void: 'Cancela uma transação: libera o que foi autorizado, devolve o que foi capturado',
};
const AmountText = Type.String({
  description: 'Centavos, no endereço ou no corpo (texto ou número); sem ele, tudo o que resta',
  pattern: '^[0-9]+$',
  examples: ['500'],
});
const refused = {
  400: GatewayError,
  401: GatewayError,
  404: GatewayError,
  409: RefusedMovement,
  422: GatewayError,
  503: GatewayError,
};

/** PUT /v1/transactions/{id}/capture and …/void. The amount comes in the query or a JSON body. */
export function registerMovementRoutes(app: FastifyInstance, options: MovementRoutes): void {
  for (const wanted of ['capture', 'void'] as const) {
    app.put(`/v1/transactions/:transactionId/${wanted}`, {
      onRequest: options.requireApiPair,
      schema: {
        summary: SUMMARIES[wanted],
        tags: ['Transações'],
        security: [{ authenticationApi: [], authenticationKey: [] }],
        params: Type.Object({ transactionId: Type.String() }),
        querystring: Type.Object({ amount: Type.Optional(AmountText) }),
        body: Type.Object({ amount: Type.Optional(AmountText) }),
        headers: IdempotencyHeaders,
        response: { 200: TransactionRecord, ...refused },
      },
      handler: async (request) => {
        const moved = await options.payments[wanted]({
          amount: readMovementAmount(request.query, request.body),
          transactionId: transactionIdOf(request),
          origin: { kind: 'merchant', requestId: request.id },
          merchantId: options.merchantId(request),
          idempotencyKey: idempotencyKeyOf(request),
        });
        if (moved.kind === 'refused') throw await besideRecord(options, request, moved);
        alsoLog(request, { transactionId: moved.transaction.id });
        return transactionAnswer(options.payments, moved.transaction, options.time);
      },
    });
  }
}

/** What was refused changed nothing: the record says so to clients that read the status of any answer. */
async function besideRecord(
  { payments, time, merchantId }: MovementRoutes,
  request: FastifyRequest,
  { refusal, transaction }: Extract<MoveResult, { kind: 'refused' }>,
): Promise<Refusal> {
  const found =
    refusal.status === CONFLICT
      ? (transaction ?? (await payments.find(merchantId(request), transactionIdOf(request))))
      : undefined;
  return found ? refusal.with({ beside: await transactionAnswer(payments, found, time) }) : refusal;
}

/**
 * The amount of a capture or void in centavos, from the query or a JSON body. Undefined when neither has one:
 * all that is left. Throws amount_parameter_invalid, and amount_conflict when the two differ.
 */
function readMovementAmount(query: unknown, body: unknown): MinorUnits | undefined {
  const inQuery = readAmount(amountOf(query));
  const inBody = readAmount(amountOf(body));
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw transactionRefuse('amount_conflict', { field: 'amount' });
  }
  return inQuery ?? inBody;
}

/** A JSON body that is not an object has no amount. */
function amountOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'amount' in part ? part.amount : undefined;
}

/** No upper limit here: an amount above what is left is refused as such. */
function readAmount(value: unknown): MinorUnits | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const isAmount = typeof amount === 'number' && (Number.isInteger(amount) || amount === Infinity);
  if (!isAmount || amount < 1) throw transactionRefuse('amount_parameter_invalid', { field: 'amount' });
  return amount;
}
