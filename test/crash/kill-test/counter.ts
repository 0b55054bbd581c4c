import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import type { ApiPair } from '../../support/merchants.ts';
import type { Cluster } from './cluster.ts';
import type { Answer, Call, CallKind, Told } from './judge/evidence.ts';

/** How long a merchant with an idempotency key retries, across kills and restarts. */
const PERSISTS_MS = 15_000;
const PAUSE_MS = 60;
const UNAVAILABLE = 503;

/** A request of a merchant. */
export interface Asked {
  readonly referenceId: string;
  readonly kind: CallKind;
  readonly api: ApiPair;
  readonly key?: string | undefined;
  readonly path: string;
  readonly body?: object;
}

/** Sends the merchants' requests and records each with its answer. */
export interface Counter {
  /**
   * Sends a request once; with an idempotency key, retries it until it is answered. Undefined without an answer: its
   * result is then unknown.
   */
  ask(asked: Asked): Promise<Answer | undefined>;
  readonly calls: readonly Call[];
  /** Number of answered requests. */
  answered(): number;
}

export function createCounter(cluster: Pick<Cluster, 'send'>): Counter {
  const calls: Call[] = [];
  let answered = 0;

  const once = async (asked: Asked): Promise<Answer | undefined> => {
    const { referenceId, kind, key } = asked;
    const sentAt = performance.now();
    const answer = await cluster.send(requestOf(asked)).then(
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
    ask: async (asked) => {
      const deadline = performance.now() + PERSISTS_MS;
      for (;;) {
        const answer = await once(asked);
        const isOver = asked.key === undefined || performance.now() > deadline;
        if (isOver || (answer && !isWorthAsking(answer))) return answer;
        await sleep(PAUSE_MS);
      }
    },
  };
}

/** The first request with the key is still running, or the service is unavailable. */
function isWorthAsking({ http, code }: Answer): boolean {
  return code === 'idempotency_running' || http === UNAVAILABLE;
}

function requestOf({ kind, api, key, path, body }: Asked): HttpRequest {
  const keyed = key === undefined ? {} : { 'Idempotency-Key': key };
  const method = kind === 'sale' ? 'POST' : kind === 'look' ? 'GET' : 'PUT';
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
    readonly card: { readonly capturedAmount?: string; readonly refundedAmount?: string };
  };
  readonly error?: { readonly code: string };
}

function answerOf({ status: http, headers, text }: HttpAnswer, isKept: boolean): Answer {
  const body = bodyOf(text);
  return {
    http,
    requestId: String(headers['x-request-id']),
    code: body.error?.code,
    told: toldBy(body),
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

function toldBy({ transactionId, amount, status, redirectUrl, payment }: Body): Told | undefined {
  if (transactionId === undefined || status === undefined) return undefined;
  const { capturedAmount, refundedAmount } = payment?.card ?? {};
  return {
    transactionId,
    amount: Number(amount),
    status,
    capturedAmount: capturedAmount === undefined ? undefined : Number(capturedAmount),
    refundedAmount: refundedAmount === undefined ? undefined : Number(refundedAmount),
    redirectUrl,
  };
}
