import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExposesCardNumber } from '../interface/exposed-number.ts';
import { createHeldRequests, type PaymentResult, type WorkSignals, workOf } from '../sales/index.ts';
import { type AuthenticateOptions, clientOf, workingClientOf } from './authenticate.ts';
import {
  type ClientWorkOptions,
  finishClientWork,
  nextClientWork,
  recordProgress,
  takeClientWork,
} from './client-work.ts';
import { requestReader } from './read-request.ts';
import { refuseClient } from './refusals.ts';
import { ResultBody, WorkQuery } from './schema.ts';
import { type PaymentClient, type PaymentClientTables, recordSeen } from './store.ts';
import { readKinds, USUAL_KINDS, type WorkKind } from './work-kind.ts';
import { createWorkPoller } from './work-poller.ts';
import { type ClientWork, writeWork } from './write-work.ts';

const PATH = '/payment-client/v1/work';
/** A client that lost its connection polls again before the end of its first request is noticed. */
const MAX_POLLS_AT_ONCE = 2;
const SEEN_EVERY_MS = 60_000;
const BODY_LIMIT_BYTES = 64 * 1024;

export interface PaymentClientRoutes extends ClientWorkOptions, AuthenticateOptions {
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
    const { wait = 0, seen = 0, version, kinds: sentKinds } = readQuery(request.query);
    const kinds = sentKinds === undefined ? USUAL_KINDS : readKinds(sentKinds);
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
      const work = await nextWork(options, client, { kinds, seen, until, isOver: () => hungUp });
      if (!work) return reply.code(204).send();
      return { work: await writeWork(options.database, work) };
    } finally {
      endWatch();
      end();
    }
  });

  app.post<IdParams>(`${PATH}/:id/take`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await workingClientOf(request, options);
    const taken = await takeClientWork(options, idOf(request), client);
    if (!taken) throw refuseClient('work_gone');
    return { work: await writeWork(options.database, taken) };
  });

  app.post<IdParams>(`${PATH}/:id/progress`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request, options);
    return { goOn: await recordProgress(options, idOf(request), client) };
  });

  app.post<IdParams>(`${PATH}/:id/result`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request, options);
    const body = readResult(request.body);
    const result = withoutCardNumbers(resultIn(body), options.exposesCardNumber);
    const said = { approved: body.approved, result };
    const finished = await finishClientWork(options, idOf(request), client, said);
    if (!finished) throw refuseClient('work_gone');
    return finished;
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

async function nextWork(
  options: PaymentClientRoutes,
  client: PaymentClient,
  asked: {
    readonly kinds: readonly WorkKind[];
    readonly seen: number;
    readonly until: number;
    isOver(): boolean;
  },
): Promise<ClientWork | undefined> {
  const { signals } = options;
  for (;;) {
    const work = await nextClientWork(options, client, asked);
    const leftMs = asked.until - performance.now();
    if (work || leftMs <= 0 || signals.stopped || asked.isOver()) return work;
    await signals.wait(workOf(client.terminalId), leftMs);
  }
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
