import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../platform/database/index.ts';
import { isWithin } from '../../platform/time/is-within.ts';
import type { ExposesCardNumber } from '../interface/exposed-number.ts';
import { createHeldRequests } from '../interface/held-requests.ts';
import type { WriteLimiter } from '../interface/write-limiter.ts';
import { type PaymentResult, type WorkSignals, workOf } from '../sales/index.ts';
import { type AuthenticateOptions, createClientAuthentication } from './authenticate.ts';
import { createAwaitWork } from './await-work.ts';
import {
  type ClientWorkOptions,
  finishClientWork,
  type NextWorkOptions,
  recordProgress,
  takeClientWork,
} from './client-work.ts';
import { requestReader } from './read-request.ts';
import { refuseClient } from './refusals.ts';
import { ResultBody, versionIn, WorkQuery } from './schema.ts';
import { createSearchInTurn } from './search-in-turn.ts';
import { type PaymentClient, RECORD_SEEN } from './store.ts';
import { readKinds, USUAL_KINDS } from './work-kind.ts';
import { writeWork } from './write-work.ts';

const USUAL = { kinds: USUAL_KINDS, takesPix: false } as const;
const PATH = '/payment-client/v1/work';
/** A client that lost its connection polls again before the end of its first request is noticed. */
const MAX_POLLS_AT_ONCE = 2;
const SEEN_EVERY_MS = 60_000;
const BODY_LIMIT_BYTES = 64 * 1024;

export interface PaymentClientRoutes extends ClientWorkOptions, AuthenticateOptions {
  readonly gateway: NextWorkOptions['gateway'];
  readonly signals: WorkSignals;
  readonly exposesCardNumber: ExposesCardNumber;
  readonly limitWrites: WriteLimiter;
}

/** The HTTP interface of payment clients (docs/guias/cliente-de-pagamento.md). */
export function registerPaymentClientRoutes(app: FastifyInstance, options: PaymentClientRoutes): void {
  const readQuery = requestReader(WorkQuery);
  const readResult = requestReader(ResultBody);
  const polls = createHeldRequests(MAX_POLLS_AT_ONCE);
  const { clientOf, workingClientOf } = createClientAuthentication(options);
  const awaitWork = createAwaitWork(options);
  const searchInTurn = createSearchInTurn();
  const schema = { hide: true };
  app.addHook('preClose', async () => options.signals.stop());

  app.post(PATH, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const client = await workingClientOf(request);
    const { wait = 0, seen = 0, version, kinds: sentKinds } = readQuery(request.query);
    const { kinds, takesPix } = sentKinds === undefined ? USUAL : readKinds(sentKinds);
    const end = polls.start(client.id);
    if (!end) throw refuseClient('polls_busy', { retryAfterSeconds: 1 });
    // A client that disconnected stops waiting, which frees its slot for its next request.
    let hungUp = false;
    reply.raw.once('close', () => {
      hungUp = true;
      options.signals.wake(workOf(client.terminalId));
    });
    try {
      const asked = { kinds, seen, waitMs: wait * 1_000, isOver: () => hungUp };
      const [work] = await Promise.all([
        awaitWork(client, asked),
        recordContact(options, client, { version: versionIn(version), takesPix: takesPix ? 1 : undefined }),
      ]);
      if (!work) return reply.code(204).send();
      return { work: await writeWork(options.database, work) };
    } finally {
      end();
    }
  });

  app.post<IdParams>(`${PATH}/:id/take`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await workingClientOf(request);
    const taken = await takeClientWork(options, idOf(request), client);
    if (!taken) throw refuseClient('work_gone');
    return { work: await writeWork(options.database, taken) };
  });

  app.post<IdParams>(`${PATH}/:id/progress`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request);
    return { goOn: await recordProgress(options, idOf(request), client) };
  });

  app.post<IdParams>(`${PATH}/:id/result`, { schema, bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const client = await clientOf(request);
    const body = readResult(request.body);
    const bytes = Number(request.headers['content-length'] ?? BODY_LIMIT_BYTES);
    return options.limitWrites({ personId: client.personId }, bytes, async () => {
      const result = await searchInTurn(client.personId, () =>
        withoutCardNumbers(resultIn(body), options.exposesCardNumber),
      );
      const said = { approved: body.approved, undone: body.undone ?? false, result };
      const finished = await finishClientWork(options, idOf(request), client, said);
      if (!finished) throw refuseClient('work_gone');
      return finished;
    });
  });
}

interface IdParams {
  Params: { readonly id: string };
}

function idOf({ params }: FastifyRequest<IdParams>): number {
  return /^[1-9]\d{0,14}$/.test(params.id) ? Number(params.id) : 0;
}

/**
 * Clients poll all the time: their last contact is stored once a minute, or when what they say of themselves changes. If it cannot be
 * stored now, that is left to their next request.
 */
async function recordContact(
  { database, clock }: PaymentClientRoutes,
  { id, seenAt = 0, version: known, takesPix: tookPix }: PaymentClient,
  { version = known, takesPix }: Pick<PaymentClient, 'takesPix'> & { readonly version: string | undefined },
): Promise<void> {
  const now = clock.now();
  const saysTheSame = version === known && takesPix === tookPix;
  if (saysTheSame && isWithin(SEEN_EVERY_MS, seenAt, now)) return;
  try {
    await database.writeGrouped(RECORD_SEEN, { id, seenAt: now, version, takesPix });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
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
