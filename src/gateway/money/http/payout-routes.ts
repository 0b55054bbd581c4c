import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { splitPage } from '../../../platform/lists/page.ts';
import {
  createListTurns,
  dayParameter,
  GatewayError,
  type ListParameters,
  textParameter,
} from '../../http/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import { refuseMoney } from '../refusals.ts';
import type { PayoutPlace, PayoutReader } from '../statements/payout-reader.ts';
import { PayoutDetails, PayoutPage } from './payout-schema.ts';
import { writePayout, writePayoutDetails } from './payout-wire.ts';
import type { MoneyRoutes } from './routes.ts';

const PAGE = 100;
const ACCOUNT = /^\d{1,15}$/;
const PLACE = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_([\w.-]{1,60})$/;

export interface PayoutRoutes extends Omit<MoneyRoutes, 'receivables'> {
  readonly payouts: PayoutReader;
}

const parameter = (description: string) => Type.Optional(Type.String({ description }));
const security = [{ authenticationApi: [], authenticationKey: [] }];
const refused = { 401: GatewayError, 429: GatewayError, 503: GatewayError };

/** GET /v1/payouts: what acquirers paid to the merchant, and with which sales (docs/contract/money.md). */
export function registerPayoutRoutes(app: FastifyInstance, options: PayoutRoutes): void {
  const inTurn = createListTurns();
  app.get('/v1/payouts', {
    onRequest: options.requireApiPair,
    schema: {
      summary: 'Lista os pagamentos das adquirentes à loja, do mais novo ao mais antigo',
      description: `${PAGE} por página. Só de contas cujo extrato é lido.`,
      tags: ['Recebimentos'],
      security,
      querystring: Type.Object({
        from: parameter('Primeiro dia do pagamento, aaaa-MM-dd'),
        to: parameter('Último dia, inclusive'),
        cursor: parameter('De onde a página anterior parou'),
      }),
      response: { 200: PayoutPage, 400: GatewayError, ...refused },
    },
    handler: async (request) => {
      const query = request.query as ListParameters;
      const merchantId = options.merchantId(request);
      const filter = { merchantId, from: dayParameter(query, 'from'), to: dayParameter(query, 'to') };
      const wanted = { limit: PAGE + 1, after: placeParameter(query) };
      const found = await inTurn(merchantId, () => options.payouts.list(filter, wanted));
      const { shown, last } = splitPage(found, PAGE);
      return { items: shown.map(writePayout), ...(last && { cursor: writePlace(last) }) };
    },
  });
  app.get('/v1/payouts/:payoutId', {
    onRequest: options.requireApiPair,
    schema: {
      summary: 'Mostra um pagamento da adquirente, com as parcelas que ele paga e o que foi descontado',
      tags: ['Recebimentos'],
      security,
      params: Type.Object({ payoutId: Type.String({ description: 'De GET /v1/payouts' }) }),
      querystring: Type.Object({
        account: parameter(
          'Conta na adquirente, de GET /v1/payouts: onde duas contas têm um pagamento deste nome',
        ),
      }),
      response: { 200: PayoutDetails, 400: GatewayError, 404: GatewayError, ...refused },
    },
    handler: async (request) => {
      const { payoutId } = request.params as { payoutId: string };
      const merchantId = options.merchantId(request);
      const account = accountParameter(request.query as ListParameters);
      const found = await inTurn(merchantId, () => options.payouts.find(merchantId, payoutId, account));
      if (!found) throw refuseMoney('payout_unknown');
      return writePayoutDetails(found.payout, found.lines);
    },
  });
}

function writePlace({ payDay, accountId, payoutId }: PayoutPlace): string {
  return `${payDay}_${accountId}_${payoutId}`;
}

/** Refusal: account_invalid. */
function accountParameter(query: ListParameters): number | undefined {
  const account = textParameter(query, 'account');
  if (account !== undefined && !ACCOUNT.test(account)) {
    throw refuseMoney('account_invalid', { field: 'account' });
  }
  return account === undefined ? undefined : Number(account);
}

/** Refusal: cursor_invalid. */
function placeParameter(query: ListParameters): PayoutPlace | undefined {
  const cursor = textParameter(query, 'cursor');
  if (cursor === undefined) return undefined;
  const [, payDay, accountId, payoutId] = PLACE.exec(cursor) ?? [];
  if (payDay === undefined || payoutId === undefined) {
    throw transactionRefuse('cursor_invalid', { field: 'cursor' });
  }
  return { payDay, accountId: Number(accountId), payoutId };
}
