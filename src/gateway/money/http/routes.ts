import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { splitPage } from '../../../platform/lists/page.ts';
import { createListTurns, GatewayError, type ListParameters } from '../../http/index.ts';
import { writeReceivablePlace } from '../expected/receivable-place.ts';
import { RECEIVABLE_STATUSES, type ReceivableReader } from '../expected/receivable-reader.ts';
import { placeParameter, readReceivableFilter } from './query.ts';
import { ReceivablePage } from './schema.ts';
import { writeReceivable } from './wire.ts';

const PAGE = 100;

export interface MoneyRoutes {
  readonly receivables: Pick<ReceivableReader, 'list'>;
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
}

const parameter = (description: string) => Type.Optional(Type.String({ description }));

/** GET /v1/receivables: what is to come of the merchant's sales, and what came (docs/contract/money.md). */
export function registerMoneyRoutes(app: FastifyInstance, options: MoneyRoutes): void {
  const inTurn = createListTurns();
  app.get('/v1/receivables', {
    onRequest: options.requireApiPair,
    schema: {
      summary: 'Lista o que a loja tem a receber, e o que já recebeu, pelo dia em que cai na conta',
      description: `${PAGE} linhas por página: uma por parcela, e uma abaixo de zero pelo que será descontado depois.`,
      tags: ['Recebimentos'],
      security: [{ authenticationApi: [], authenticationKey: [] }],
      querystring: Type.Object({
        from: parameter('Primeiro dia em que cai, aaaa-MM-dd'),
        to: parameter('Último dia, inclusive'),
        status: parameter(`${RECEIVABLE_STATUSES.join(', ')}; vários com vírgulas`),
        cursor: parameter('De onde a página anterior parou'),
      }),
      response: {
        200: ReceivablePage,
        400: GatewayError,
        401: GatewayError,
        429: GatewayError,
        503: GatewayError,
      },
    },
    handler: async (request) => {
      const query = request.query as ListParameters;
      const merchantId = options.merchantId(request);
      const filter = { ...readReceivableFilter(query), merchantId };
      // One more tells whether there is another page.
      const wanted = { limit: PAGE + 1, after: placeParameter(query) };
      const found = await inTurn(merchantId, () => options.receivables.list(filter, wanted));
      const { shown, last } = splitPage(found, PAGE);
      return { items: shown.map(writeReceivable), ...(last && { cursor: writeReceivablePlace(last) }) };
    },
  });
}
