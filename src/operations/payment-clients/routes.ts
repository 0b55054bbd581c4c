import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExposesCardNumber } from '../interface/exposed-number.ts';
import {
  createHeldRequests,
  type ExternalPayment,
  findNextWork,
  finishWork,
  PAYMENT_TYPE,
  type PaymentResult,
  recordHeartbeat,
  type SaleTables,
  takeWork,
  type WorkOptions,
  type WorkSignals,
  workOf,
} from '../sales/index.ts';
import { type AuthenticateOptions, clientOf, workingClientOf } from './authenticate.ts';
import { requestReader } from './read-request.ts';
import { refuseClient } from './refusals.ts';
import { ResultBody, WorkQuery } from './schema.ts';
import { type PaymentClient, type PaymentClientTables, recordSeen } from './store.ts';
import { createWorkPoller } from './work-poller.ts';

const PATH = '/payment-client/v1/work';
/** A client that lost its connection polls again before the end of its first request is noticed. */
const MAX_POLLS_AT_ONCE = 2;
const SEEN_EVERY_MS = 60_000;
const BODY_LIMIT_BYTES = 64 * 1024;

export interface PaymentClientRoutes extends WorkOptions, AuthenticateOptions {
  readonly signals: WorkSignals;
  readonly exposesCardNumber: ExposesCardNumber;
}

/** The HTTP interface of payment clients (docs/payment-client.md). */
export function registerPaymentClientRoutes(app: FastifyInstance, options: PaymentClientRoutes): void {
  const readQuery = requestReader(WorkQuery);
  const readResult = requestReader(ResultBody);
  const polls = createHeldRequests(MAX_POLLS_AT_ONCE);
  const lookout = createWorkPoller(options);
  const schema = { hide: true };
  app.addHook('preClose', async () => options.signals.stop());

  app.post(PATH, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const client = await workingClientOf(request, options);
    const { wait = 0, seen = 0, version } = readQuery(request.query);
    const end = polls.start(client.id);
    if (!end) throw refuseClient('polls_busy', { retryAfterSeconds: 1 });
    // A client that disconnected stops waiting, which frees its slot for its next request.
    let hungUp = false;
    let endWatch = () => {};
    reply.raw.once('close', () => {
      hungUp = true;
      options.signals.wake(workOf(client.terminalId));
    });
    try {
      await recordContact(options, client, version);
      const until = performance.now() + wait * 1_000;
      endWatch = lookout.watch();
      const work = await nextWork(options, client, { seen, until, isOver: () => hungUp });
      if (!work) return reply.code(204).send();
      return { work: await writeWork(options, work) };
    } finally {
      endWatch();
      end();
    }
  });

  app.post<IdParams>(`${PATH}/:id/take`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await workingClientOf(request, options);
    const taken = await takeWork(options, idOf(request), workerOf(client));
    if (!taken) throw refuseClient('work_gone');
    return { work: await writeWork(options, taken.payment) };
  });

  app.post<IdParams>(`${PATH}/:id/progress`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request, options);
    const held = await options.database.write((transaction) =>
      recordHeartbeat(transaction.tables<SaleTables>(), idOf(request), {
        clientId: client.id,
        now: options.clock.now(),
      }),
    );
    return { goOn: held };
  });

  app.post<IdParams>(`${PATH}/:id/result`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request, options);
    const body = readResult(request.body);
    const result = withoutCardNumbers(resultIn(body), options.exposesCardNumber);
    const said = { approved: body.approved, result };
    const finished = await finishWork(options, idOf(request), workerOf(client), said);
    if (!finished) throw refuseClient('work_gone');
    const { sale, accepted } = finished;
    return { accepted, undo: !accepted && said.approved, intencaoVendaStatus: sale.status };
  });
}

interface IdParams {
  Params: { readonly id: string };
}

function idOf({ params }: FastifyRequest<IdParams>): number {
  return /^[1-9]\d{0,14}$/.test(params.id) ? Number(params.id) : 0;
}

/** Clients poll all the time: their last contact is stored once a minute, or when their version changes. */
async function recordContact(
  { database, clock }: PaymentClientRoutes,
  client: PaymentClient,
  version: string | undefined,
): Promise<void> {
  const seenAt = clock.now();
  const isNews = version !== undefined && version !== client.version;
  if (!isNews && seenAt - (client.seenAt ?? 0) < SEEN_EVERY_MS) return;
  await database.write((transaction) =>
    recordSeen(transaction.tables<PaymentClientTables>(), { id: client.id, seenAt, version }),
  );
}

function workerOf({ id, terminalId }: PaymentClient) {
  return { clientId: id, terminalId };
}

async function nextWork(
  { database, clock, signals }: PaymentClientRoutes,
  { id: clientId, terminalId }: PaymentClient,
  { seen, until, isOver }: { readonly seen: number; readonly until: number; isOver(): boolean },
): Promise<ExternalPayment | undefined> {
  for (;;) {
    const caller = { terminalId, clientId, seen, now: clock.now() };
    const work = await findNextWork(database.read<SaleTables>(), caller);
    const leftMs = until - performance.now();
    if (work || leftMs <= 0 || signals.stopped || isOver()) return work;
    await signals.wait(workOf(terminalId), leftMs);
  }
}

async function writeWork({ database }: PaymentClientRoutes, payment: ExternalPayment): Promise<object> {
  const sale = await database
    .read<SaleTables>()
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', payment.saleId ?? 0)
    .executeTakeFirst();
  return {
    id: payment.id,
    kind: payment.type === PAYMENT_TYPE.cancel ? 'cancel' : 'payment',
    taken: payment.clientId !== undefined,
    autoStart: payment.autoStart === 1,
    intencaoVendaId: payment.saleId ?? null,
    formaPagamentoId: sale?.method_id ?? null,
    /** Centavos. */
    amount: sale?.final_value ?? 0,
    quantidadeParcelas: sale?.installments ?? 1,
    tipoParcelamento: payment.installmentKind,
    referencia: sale?.reference ?? null,
  };
}

function resultIn(body: ResultBody): PaymentResult {
  return {
    terminalNsu: body.nsuTid,
    nsu: body.trnNsu,
    authorization: body.autorizacao,
    acquirer: body.adquirente,
    brand: body.bandeira,
    acquirerCode: body.codigoRespostaAdquirente,
    executionCode: body.codigoRespostaExecTransac,
    message: body.mensagemRespostaAdquirente,
    confirmationId: body.idConfirmacao,
    acquirerResponse: body.respostaAdquirente,
    acquirerReceipt: body.comprovanteAdquirente,
    buyerReceipt: body.comprovanteCliente,
    merchantReceipt: body.comprovanteEstabelecimento,
    holderName: body.nomeTitularCartao,
  };
}

const REMOVED = '[removido: número de cartão]';

/** The result is recorded even if one of its texts must be removed: refusing it would lose the result. */
function withoutCardNumbers(result: PaymentResult, exposes: ExposesCardNumber): PaymentResult {
  const kept = Object.entries(result).map(([name, text]) => [
    name,
    typeof text === 'string' && exposes(text) ? REMOVED : text,
  ]);
  return Object.fromEntries(kept) as PaymentResult;
}
