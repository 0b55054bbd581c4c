import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { isUuid } from '../../platform/ids.ts';
import { documentKey } from '../../platform/text/search-key.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { PixSearch } from '../kinds/pix/index.ts';
import type { Payments } from '../payments/index.ts';
import { type SaleFilter, type SalesReader, STATUS_NAMES, transactionRefuse } from '../transactions/index.ts';
import { dayParameter, type ListParameters, textParameter } from './list-query.ts';
import { createListTurns } from './list-turns.ts';
import { TransactionPage } from './page-schema.ts';
import { GatewayError, ShortRecord } from './schema.ts';
import { writeListedRecord, writeShortRecord } from './wire.ts';

const MAX_OF_REFERENCE = 10;
const PAGE = 100;
const MAX_STATUSES = 20;

export interface ListRoutes {
  readonly payments: Pick<Payments, 'list'>;
  readonly sales: Pick<SalesReader, 'list'>;
  /** Ids of transactions, of whichever merchant. */
  findPix(wanted: PixSearch): Promise<readonly string[]>;
  readonly time: LocalTime;
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
}

const parameter = (description: string, ...examples: readonly string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 && { examples: [...examples] }) }));

/** GET /v1/transactions: of a reference, or of a period, page by page (docs/contract/decided.md 3). */
export function registerListRoutes(app: FastifyInstance, options: ListRoutes): void {
  const { payments, sales, time } = options;
  const inTurn = createListTurns();
  app.get('/v1/transactions', {
    onRequest: options.requireApiPair,
    schema: {
      summary: 'Lista as transações de uma referência, ou de um período, da mais nova para a mais antiga',
      description: `Com referenceId, ou com endToEndId, txid ou document, até ${MAX_OF_REFERENCE} em um array. Com from, to, status ou cursor, ${PAGE} por página: transactions e, enquanto houver mais, o cursor da página seguinte.`,
      tags: ['Transações'],
      security: [{ authenticationApi: [], authenticationKey: [] }],
      querystring: Type.Object({
        referenceId: parameter('Referência da loja', 'pedido-1'),
        endToEndId: parameter('Identificador de um Pix nos bancos, também de um que chegou a mais'),
        txid: parameter('Identificador da cobrança de um Pix no banco'),
        document: parameter('CPF ou CNPJ do cliente da venda, ou de quem pagou o Pix, se o banco o diz'),
        limit: parameter(
          `De uma referência ou de um Pix: de 1 a ${MAX_OF_REFERENCE}; padrão ${MAX_OF_REFERENCE}`,
        ),
        from: parameter('Primeiro dia, aaaa-MM-dd, no fuso do serviço'),
        to: parameter('Último dia, inclusive'),
        status: parameter('Números de status, com vírgulas'),
        cursor: parameter('De onde a página anterior parou'),
      }),
      response: {
        200: Type.Union([Type.Array(ShortRecord), TransactionPage]),
        400: GatewayError,
        401: GatewayError,
        429: GatewayError,
        503: GatewayError,
      },
    },
    serializerCompiler: () => JSON.stringify,
    handler: async (request) => {
      const query = request.query as ListParameters;
      const merchantId = options.merchantId(request);
      const referenceId = textParameter(query, 'referenceId');
      if (referenceId !== undefined) {
        const listed = await payments.list({ merchantId, referenceId, limit: readLimit(query.limit) });
        return listed.map((transaction) => writeShortRecord(transaction, time));
      }
      const named = readNames(query);
      if (named) {
        const searchKeys = await searchKeysOf(options, named);
        const limit = readLimit(query.limit);
        const { sales: listed } = await inTurn(merchantId, () =>
          sales.list({ merchantId, searchKeys }, { limit }),
        );
        return listed.map((transaction) => writeShortRecord(transaction, time));
      }
      const filter = { ...readPeriod(query), merchantId };
      // One more tells whether there is another page.
      const wanted = { limit: PAGE + 1, before: readCursor(query) };
      const { sales: found, lookedUntil } = await inTurn(merchantId, () => sales.list(filter, wanted));
      const page = found.slice(0, PAGE);
      const cursor = found.length > PAGE ? page.at(-1)?.id : lookedUntil?.id;
      return {
        transactions: page.map((transaction) => writeListedRecord(transaction, time)),
        ...(cursor !== undefined && { cursor }),
      };
    },
  });
}

/** What the transactions are looked for by, beside the reference; undefined where by none of it. */
function readNames(query: ListParameters): PixSearch | undefined {
  const endToEndId = textParameter(query, 'endToEndId');
  const txid = textParameter(query, 'txid');
  const document = textParameter(query, 'document');
  return (endToEndId ?? txid ?? document) ? { endToEndId, txid, document } : undefined;
}

/** A document alone is also that of the customer whom the sale names. */
async function searchKeysOf(
  { findPix }: Pick<ListRoutes, 'findPix'>,
  named: PixSearch,
): Promise<NonNullable<SaleFilter['searchKeys']>> {
  const ids = await findPix(named);
  const { endToEndId, txid, document } = named;
  const isOfCustomer = document !== undefined && endToEndId === undefined && txid === undefined;
  return [
    { match: 'among', ids },
    ...(isOfCustomer
      ? [{ match: 'equal', column: 'customer_document', value: documentKey(document) } as const]
      : []),
  ];
}

/** Refusals: reference_id_required for a list of nothing in particular, day_invalid, status_invalid. */
function readPeriod(query: ListParameters): Pick<SaleFilter, 'from' | 'to' | 'statuses'> {
  const asked = ['from', 'to', 'status', 'cursor'].some((name) => textParameter(query, name) !== undefined);
  if (!asked) throw transactionRefuse('reference_id_required', { field: 'referenceId' });
  return { from: dayParameter(query, 'from'), to: dayParameter(query, 'to'), statuses: readStatuses(query) };
}

function readStatuses(query: ListParameters): readonly number[] | undefined {
  const text = textParameter(query, 'status');
  if (text === undefined) return undefined;
  const statuses = [...new Set(text.split(',').map((part) => part.trim()))];
  const isKnown = (status: string) => /^\d{1,2}$/.test(status) && Number(status) in STATUS_NAMES;
  if (statuses.length <= MAX_STATUSES && statuses.every(isKnown)) return statuses.map(Number);
  throw transactionRefuse('status_invalid', { field: 'status' });
}

function readCursor(query: ListParameters): string | undefined {
  const cursor = textParameter(query, 'cursor');
  if (cursor === undefined || isUuid(cursor)) return cursor;
  throw transactionRefuse('cursor_invalid', { field: 'cursor' });
}

function readLimit(value: unknown): number {
  if (value === undefined || value === '') return MAX_OF_REFERENCE;
  const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1) throw transactionRefuse('limit_invalid', { field: 'limit' });
  return Math.min(limit, MAX_OF_REFERENCE);
}
