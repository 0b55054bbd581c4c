import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { ApiPair } from '../../support/merchants.ts';
import type { Cluster } from './cluster.ts';
import type { Answer, Call, CallKind, ReportedTransaction } from './judge/evidence.ts';

/** How long a merchant with an idempotency key retries, across kills and restarts. */
const RETRY_FOR_MS = 15_000;
const PAUSE_MS = 60;
const UNAVAILABLE = 503;

/** A request of a merchant. */
export interface MerchantRequest {
  readonly referenceId: string;
  readonly kind: CallKind;
  readonly api: ApiPair;
  readonly key?: string | undefined;
  readonly path: string;
  readonly body?: object;
}

/** Sends the merchants' requests and records each with its answer. */
export interface RecordingClient {
  /**
   * Sends a request once; with an idempotency key, retries it until it is answered. Undefined without an answer: its
   * result is then unknown.
   */
  send(request: MerchantRequest): Promise<Answer | undefined>;
  readonly calls: readonly Call[];
  /** Number of answered requests. */
  answered(): number;
}

export function createRecordingClient(cluster: Pick<Cluster, 'send'>): RecordingClient {
  const calls: Call[] = [];
  let answered = 0;

  const once = async (request: MerchantRequest): Promise<Answer | undefined> => {
    const { referenceId, kind, key } = request;
    const sentAt = performance.now();
    const answer = await cluster.send(requestOf(request)).then(
      (got) => answerOf(got, key !== undefined),
      () => undefined,
    );
    if (answer) answered += 1;
    calls.push({ referenceId, kind, key, sentAt, endedAt: performance.now(), answer });
    return answer;
  };
  return {
    calls,
    answered: () => answered,
    send: async (request) => {
      const deadline = performance.now() + RETRY_FOR_MS;
      for (;;) {
        const answer = await once(request);
        const isOver = request.key === undefined || performance.now() > deadline;
        if (isOver || (answer && !isWorthRetrying(answer))) return answer;
        await sleep(PAUSE_MS);
      }
    },
  };
}

/** The first request with the key is still running, or the service is unavailable. */
function isWorthRetrying({ http, code }: Answer): boolean {
  return code === 'idempotency_running' || http === UNAVAILABLE;
}

function requestOf({ kind, api, key, path, body }: MerchantRequest): HttpRequest {
  const keyed = key === undefined ? {} : { 'Idempotency-Key': key };
  const method = kind === 'sale' ? 'POST' : kind === 'query' ? 'GET' : 'PUT';
  if (!body) return { method, path, headers: { ...api, ...keyed } };
  const headers = { 'Content-Type': 'application/json', ...api, ...keyed };
  return { method, path, headers, body: JSON.stringify(body) };
}

interface Body {
  readonly transactionId?: string;
  readonly amount?: string;
  readonly status?: number;
  readonly redirectUrl?: string;
  readonly payment?: {
    readonly card?: { readonly capturedAmount?: string; readonly refundedAmount?: string };
    readonly pix?: {
      readonly providerReference?: string;
      readonly paymentAmount?: string;
      readonly refundedAmount?: string;
    };
    readonly bankSlip?: {
      readonly digitableLine?: string;
      readonly qrCode?: string;
      readonly refundedAmount?: string;
    };
  };
  readonly error?: { readonly code: string };
}

function answerOf({ status: http, headers, text }: HttpAnswer, isKept: boolean): Answer {
  const body = bodyOf(text);
  return {
    http,
    requestId: String(headers['x-request-id']),
    code: body.error?.code,
    reported: transactionIn(body),
    text: isKept ? text : undefined,
  };
}

/** A list by referenceId has at most one transaction. */
function bodyOf(text: string): Body {
  try {
    const read = JSON.parse(text) as Body | readonly Body[];
    return Array.isArray(read) ? (read[0] ?? {}) : (read as Body);
  } catch {
    return {};
  }
}

function transactionIn({
  transactionId,
  amount,
  status,
  redirectUrl,
  payment,
}: Body): ReportedTransaction | undefined {
  if (transactionId === undefined || status === undefined) return undefined;
  const { card, pix, bankSlip } = payment ?? {};
  const capturedAmount = card ? card.capturedAmount : pix?.paymentAmount;
  const refundedAmount = (card ?? pix ?? bankSlip)?.refundedAmount;
  return {
    transactionId,
    amount: Number(amount),
    status,
    capturedAmount: capturedAmount === undefined ? undefined : Number(capturedAmount),
    refundedAmount: refundedAmount === undefined ? undefined : Number(refundedAmount),
    redirectUrl,
    pixName: pix?.providerReference,
    slip: slipIn(bankSlip),
  };
}

/** Undefined until its bank has registered it. */
function slipIn({ digitableLine: line, qrCode: pix }: { digitableLine?: string; qrCode?: string } = {}) {
  return line === undefined || pix === undefined ? undefined : { line, pix };
}
