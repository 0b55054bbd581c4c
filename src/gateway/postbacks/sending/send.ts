import type { Agent, Dispatcher } from 'undici';
import { onceMade } from '../../../platform/caches/once-made.ts';
import type { DeliveryResult, MessageKind } from '../postback.ts';
import { shownAnswer } from './answer-text.ts';
import { guardedConnect, ReceiverForbidden, type Resolve } from './guarded-connect.ts';

const USER_AGENT = 'Guiche-Postback/1';
/** The body is read so that the connection can be reused; its beginning is shown where an attempt failed. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_ANSWER_HEADER_BYTES = 16_384;
const KEPT_ALIVE_MS = 4_000;
const MAX_KEPT_ALIVE_MS = 10_000;

const TIMEOUT = new Error('the time for a try is over');
const INTERRUPTED = new Error('the service stops');

export interface Message {
  readonly url: string;
  readonly body: string;
  /** In addition to content-type and user-agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: a postback. */
  readonly kind?: MessageKind;
}

export interface PostbackSender {
  /** One attempt. Never throws: failures are results. */
  send(message: Message): Promise<DeliveryResult>;
  /** Ends the running attempts with `interrupted`. */
  interrupt(): void;
  close(): Promise<void>;
}

/** `deadlineMs`: for one whole attempt, from the DNS look-up to the end of the answer. */
export function createPostbackSender(options: {
  readonly publicOnly: boolean;
  readonly resolve: Resolve;
  readonly deadlineMs: number;
}): PostbackSender {
  const { deadlineMs } = options;
  const agent = onceMade(() => openAgent(options));
  const running = new Set<AbortController>();

  const post = async (
    { url, body, headers, kind }: Message,
    signal: AbortSignal,
  ): Promise<DeliveryResult> => {
    const { origin, pathname, search } = new URL(url);
    const response = (await agent.get()).request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        ...headers,
        ...(kind === 'callback' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        'user-agent': USER_AGENT,
      },
      body,
      signal,
    });
    // undici ignores the signal while it connects; it checks it again before it sends anything.
    const answer = await Promise.race([response, rejectedBy(signal)]);
    // The status decides. Whether the body arrives does not matter.
    const result = judge(answer.statusCode);
    if (result.kind === 'refused') return { ...result, ...shownAnswer(await bytesOf(answer.body)) };
    await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => undefined);
    return result;
  };

  return {
    send: async (message) => {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(TIMEOUT), deadlineMs);
      running.add(abort);
      try {
        return await post(message, abort.signal);
      } catch (error) {
        if (abort.signal.reason === INTERRUPTED) return { kind: 'interrupted' };
        return { kind: 'refused', error: abort.signal.aborted ? 'timeout' : errorCode(error) };
      } finally {
        clearTimeout(timer);
        running.delete(abort);
      }
    },
    interrupt: () => {
      for (const abort of running) abort.abort(INTERRUPTED);
    },
    close: async () => (await agent.made())?.destroy(),
  };
}

/** Loaded at the first attempt: undici takes a quarter of the memory of an idle service. */
async function openAgent(options: Parameters<typeof createPostbackSender>[0]): Promise<Agent> {
  const { publicOnly, resolve, deadlineMs } = options;
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: guardedConnect({ publicOnly, resolve, timeoutMs: deadlineMs, buildConnector }),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEPT_ALIVE_MS,
    keepAliveMaxTimeout: MAX_KEPT_ALIVE_MS,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
  });
}

/** As far as they come, and not beyond the limit. */
async function bytesOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Cut off: what came is what there is.
  }
  return Buffer.concat(parts);
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Any 2xx ends a delivery (docs/contract/decided.md 3, "Postback"). */
function judge(status: number): DeliveryResult {
  if (status >= 200 && status < 300)
    return status === 200 ? { kind: 'delivered' } : { kind: 'delivered', status };
  return { kind: 'refused', status, error: status >= 300 && status < 400 ? 'redirect' : 'status' };
}

const NAME_CODES = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EFORMERR|EBADRESP|EBADNAME|ENONAME)/;
const TLS_CODES = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_|INVALID_|EPROTO)/;
const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'not_http',
};
const MAX_CODE_CHARACTERS = 60;

/** A short code, never a text, which could contain the address. */
function errorCode(error: unknown): string {
  if (error instanceof ReceiverForbidden) return error.reason;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (!(error instanceof Error)) return 'failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TLS_CODES.test(code)) return `tls ${code}`.slice(0, MAX_CODE_CHARACTERS);
  if (NAME_CODES.test(code)) return 'name_not_found';
  if (error.name === 'HTTPParserError') return 'not_http';
  return CODES[code] ?? 'failed';
}
