import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import Type from 'typebox';
import { splitPage } from '../../../platform/lists/page.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import {
  createListTurns,
  dayParameter,
  GatewayError,
  type ListParameters,
  searchedBody,
  textParameter,
} from '../../http/index.ts';
import { type TransactionStore, transactionRefuse } from '../../transactions/index.ts';
import type { Disputes } from '../disputes.ts';
import { refuseDispute } from '../refusals.ts';
import type { Dispute } from '../rules/dispute.ts';
import { writeDisputePlace } from '../store/dispute-place.ts';
import { disputePlaceParameter, readDispute, statesParameter } from './read-dispute.ts';
import { DisputeBody, DisputePage, DisputeRecord } from './schema.ts';
import { writeDispute } from './wire.ts';

const PAGE = 100;

export interface DisputeRoutes {
  readonly disputes: Disputes;
  readonly transactions: Pick<TransactionStore, 'find'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day' | 'iso'>;
  readonly requireApiPair: onRequestAsyncHookHandler;
  merchantId(request: FastifyRequest): number;
  /** A PDF with what the shop can show of the sale. */
  evidenceOf(dispute: Dispute): Promise<Buffer>;
}

const security = [{ authenticationApi: [], authenticationKey: [] }];
const tags = ['Disputas'];
const refused = { 400: GatewayError, 401: GatewayError, 404: GatewayError, 503: GatewayError };
const Pdf = Type.String({ format: 'binary' });
const params = Type.Object({ disputeId: Type.String() });
const parameter = (description: string) => Type.Optional(Type.String({ description }));
const ListQuery = Type.Object({
  state: parameter('open, answered, accepted, expired, won ou lost; vários com vírgulas'),
  from: parameter('Avisadas deste dia em diante, aaaa-MM-dd'),
  to: parameter('Até este dia, inclusive'),
  transactionId: parameter('Só as desta venda'),
  cursor: parameter('De onde a página anterior parou'),
});

/** GET and POST /v1/disputes: payments that buyers contest (docs/contract/disputes.md). */
export function registerDisputeRoutes(app: FastifyInstance, options: DisputeRoutes): void {
  const { disputes, clock, time, requireApiPair: onRequest } = options;
  const inTurn = createListTurns();
  const written = (dispute: Dispute) => writeDispute(dispute, time);
  const found = async (request: FastifyRequest): Promise<Dispute> => {
    const { disputeId } = request.params as { disputeId: string };
    const dispute = await disputes.store.find(disputeId.toLowerCase());
    if (dispute?.merchantId !== options.merchantId(request)) throw refuseDispute('dispute_not_found');
    return dispute;
  };

  app.post('/v1/disputes', {
    onRequest,
    schema: {
      summary: 'Registra uma disputa que a loja conheceu por carta ou e-mail',
      description: 'O mesmo aviso de novo não cria outra: responde 200 com a que existe.',
      tags,
      security,
      body: DisputeBody,
      response: { 200: DisputeRecord, 201: DisputeRecord, ...refused, 409: GatewayError },
    },
    validatorCompiler: searchedBody(DisputeBody),
    handler: async (request, reply) => {
      const body = request.body as DisputeBody;
      const sale = await options.transactions.find(
        options.merchantId(request),
        body.transactionId.toLowerCase(),
      );
      if (!sale) throw transactionRefuse('transaction_not_found', { field: 'transactionId' });
      const notice = readDispute(body, sale.id, time.day(clock.now()));
      const origin = { kind: 'merchant', requestId: request.id } as const;
      const { dispute, isNew } = await disputes.record(notice, origin);
      return reply.code(isNew ? 201 : 200).send(written(dispute));
    },
  });

  app.get('/v1/disputes', {
    onRequest,
    schema: {
      summary: 'Lista as disputas da loja, das avisadas por último às mais antigas',
      description: `${PAGE} por página.`,
      tags,
      security,
      querystring: ListQuery,
      response: { 200: DisputePage, ...refused, 429: GatewayError },
    },
    handler: async (request) => {
      const query = request.query as ListParameters;
      const merchantId = options.merchantId(request);
      const filter = {
        merchantId,
        states: statesParameter(query),
        from: dayParameter(query, 'from'),
        to: dayParameter(query, 'to'),
        transactionId: textParameter(query, 'transactionId')?.toLowerCase(),
      };
      const after = disputePlaceParameter(query);
      // One more tells whether there is another page.
      const found = await inTurn(merchantId, () => disputes.reader.list(filter, { limit: PAGE + 1, after }));
      const { shown, last } = splitPage(found, PAGE);
      return { items: shown.map(written), ...(last && { cursor: writeDisputePlace(last) }) };
    },
  });

  app.get('/v1/disputes/:disputeId', {
    onRequest,
    schema: {
      summary: 'Consulta uma disputa',
      tags,
      security,
      params,
      response: { 200: DisputeRecord, ...refused },
    },
    handler: async (request) => written(await found(request)),
  });

  app.get('/v1/disputes/:disputeId/evidence.pdf', {
    onRequest,
    schema: {
      summary: 'Baixa o dossiê de uma disputa: um PDF com o que a loja pode mostrar da venda',
      tags,
      security,
      params,
      response: {
        200: { description: 'O dossiê', content: { 'application/pdf': { schema: Pdf } } },
        ...refused,
        429: GatewayError,
      },
    },
    handler: async (request, reply) => {
      const dispute = await found(request);
      const file = await inTurn(dispute.merchantId, () => options.evidenceOf(dispute));
      reply.header('Content-Disposition', `attachment; filename="${dispute.transactionId}.pdf"`);
      return reply.type('application/pdf').send(file);
    },
  });
}
