import type { SecureContextOptions } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { onceMade } from '../../../platform/caches/once-made.ts';
import { createKeyedSemaphore } from '../../../platform/limits/keyed-semaphore.ts';
import type { Deadline } from './deadline.ts';

const MAX_CONNECTIONS = 64;
/** For each host, including calls that wait for a connection. */
const MAX_CALLS = 1_000;
const MAX_ORIGINS = 200;
const MAX_ANSWER_BYTES = 256 * 1_024;
/** Certificates with connections of their own; beyond it the ones of the longest unused are closed. */
const MAX_IDENTITIES = 200;
/** The host refused our certificate, or the lack of one, before it read anything: with TLS 1.3 that is told after the handshake. */
const REFUSED_CERTIFICATE =
  /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN)|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;
const ENDING = 'the service is ending';
const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,59}$/;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Shown to the host, which wants to see a certificate. */
  readonly identity?: ClientIdentity | undefined;
}

/** A certificate of ours and what else a connection needs. Connections of different identities are never shared. */
export interface ClientIdentity {
  /** Different for other certificates, keys or authorities; contains nothing secret. */
  readonly name: string;
  readonly tls: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase' | 'ca'>;
}

/** What became of a request. Reasons are for the operator and contain nothing of the request. */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** Not a byte was handed to a connection. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The host may have received it. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface HttpLink {
  /** Sends once: no retries, no redirects, no proxy. Never throws. */
  exchange(request: HttpRequest, deadline: Deadline): Promise<Exchange>;
}

/** Connections to hosts over HTTP/1.1, kept open between calls. */
export function createHttpLink(options: {
  connectMs: number;
  /** Aborted when the service must end: calls under way end at once, as unknown where a byte may have left, and none begins. */
  ending?: AbortSignal | undefined;
  /** Loads the HTTP library; tests make it fail. */
  load?: () => Promise<Pick<typeof import('undici'), 'Agent'>>;
}): HttpLink {
  const { connectMs, ending, load = () => import('undici') } = options;
  // Loaded at the first call: the library takes a quarter of the memory of a service that never calls anybody.
  const library = onceMade(load);
  const agent = onceMade(async () => openAgent((await library.get()).Agent, connectMs));
  const identified = new LRUCache<string, Agent>({
    max: MAX_IDENTITIES,
    dispose: (unused) => void unused.close(),
  });
  const agentFor = async (identity: ClientIdentity | undefined): Promise<Agent> => {
    if (!identity) return agent.get();
    const { Agent } = await library.get();
    const known = identified.get(identity.name);
    if (known) return known;
    const made = openAgent(Agent, connectMs, identity.tls);
    identified.set(identity.name, made);
    return made;
  };
  const calls = createKeyedSemaphore<string>(MAX_CALLS);
  const underWay = new Set<() => void>();
  ending?.addEventListener('abort', () => {
    for (const cut of underWay) cut();
  });
  return {
    exchange: async (request, deadline) => {
      if (ending?.aborted) return { kind: 'not_sent', reason: ENDING };
      const onClosed = calls.tryAcquire(request.url.origin);
      if (!onClosed) return { kind: 'not_sent', reason: 'too many calls at a time' };
      let opened: Agent;
      try {
        opened = await agentFor(request.identity);
      } catch {
        onClosed();
        return { kind: 'not_sent', reason: 'the HTTP library cannot be loaded' };
      }
      return dispatch(opened, request, deadline, { onClosed, underWay });
    },
  };
}

function openAgent(
  Agent: typeof import('undici').Agent,
  connectMs: number,
  tls: ClientIdentity['tls'] = {},
): Agent {
  return new Agent({
    connections: MAX_CONNECTIONS,
    maxOrigins: MAX_ORIGINS,
    pipelining: 1,
    // Over HTTP/2 undici may send a request again on another connection without telling us.
    allowH2: false,
    connect: { ...tls, timeout: connectMs, rejectUnauthorized: true },
    // The deadline of the call covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * The decisive moment is `onRequestStart`: undici calls it when it is about to write the request to an established
 * connection, TLS included. Until then an error proves that nothing was sent.
 */
function dispatch(
  agent: Agent,
  { method, url, headers, body }: HttpRequest,
  deadline: Deadline,
  { onClosed, underWay }: { onClosed(): void; readonly underWay: Set<() => void> },
): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let status = 0;
    let bytes = 0;
    const chunks: Buffer[] = [];

    const settle = (exchange: Exchange): void => {
      if (over) return;
      over = true;
      notOver();
      underWay.delete(cut);
      resolve(exchange);
    };
    const fail = (reason: string): void => settle({ kind: controller ? 'unknown' : 'not_sent', reason });
    const giveUp = (reason: string): void => {
      fail(reason);
      controller?.abort(new Error(reason));
    };
    const notOver = deadline.onOver(() =>
      giveUp(controller ? 'no answer within the deadline' : 'no connection within the deadline'),
    );
    const cut = (): void => giveUp(ENDING);
    underWay.add(cut);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        // Too late, or a retry by the library: neither may leave this process.
        if (over || controller) started.abort(new Error('not to be sent'));
        else controller = started;
      },
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) giveUp('the answer is too large');
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        onClosed();
        settle({ kind: 'answered', status, text: Buffer.concat(chunks).toString('utf8') });
      },
      onResponseError: (_controller, error) => {
        onClosed();
        if (status === 0 && REFUSED_CERTIFICATE.test(codeOf(error))) {
          settle({ kind: 'not_sent', reason: 'the host refused the certificate' });
        } else fail(reasonOf(error));
      },
    };
    const target = { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers };
    agent.dispatch({ ...target, body: body ?? null }, handler);
  });
}

/** Only the code: messages may contain addresses. */
function reasonOf(error: Error): string {
  const code = codeOf(error);
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the name of the host is not known';
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'no connection within the time for connecting';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'the host closed the connection';
    default:
      return ERROR_CODE.test(code) ? `connection failed (${code})` : 'connection failed';
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
