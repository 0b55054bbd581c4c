import { errorOf, UnavailableError } from './errors.ts';

export interface Connection {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of one attempt. */
  readonly timeoutMs: number;
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  wait(ms: number): Promise<void>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The answer is this file, as bytes. */
  readonly file?: 'application/pdf';
  /** Makes it safe to repeat a write; set by every write. */
  readonly idempotencyKey?: string;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** The first request with this key is still running: a retry will get its answer. */
const STILL_RUNNING = 'idempotency_running';

interface Refused {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string };
  readonly message?: string;
}

/** One call with safe retries. Returns the body of the answer. */
export async function request<Answer>(connection: Connection, call: Call): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const isLast = retries >= connection.maxRetries;
    try {
      const answer = await send(connection, call);
      const body = await bodyOf(answer, call.file);
      if (answer.ok) return body as Answer;
      const refused = body as Refused;
      const code = refused.error?.code ?? `http_${answer.status}`;
      if (isLast || !mayRetry(answer.status, code)) {
        throw errorOf(refused.error?.message ?? refused.message ?? `HTTP ${answer.status}`, {
          code,
          status: answer.status,
          field: refused.error?.field,
          requestId: answer.headers.get('x-request-id') ?? undefined,
        });
      }
      await connection.wait(pauseMs(retries, answer.headers.get('retry-after')));
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      if (isLast) {
        throw new UnavailableError('O gateway não respondeu.', { code: 'network' }, { cause: error.cause });
      }
      await connection.wait(pauseMs(retries, null));
    }
  }
}

/** No answer, or an incomplete one. */
class LostAnswer extends Error {}

async function send(connection: Connection, call: Call): Promise<Response> {
  const url = new URL(connection.baseUrl.replace(/\/+$/, '') + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = {
    ...connection.headers,
    Accept: call.file ?? 'application/json',
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
  };
  try {
    return await connection.fetch(url, {
      method: call.method,
      headers,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(connection.timeoutMs),
    });
  } catch (error) {
    throw new LostAnswer('no answer', { cause: error });
  }
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    throw new LostAnswer('the answer was cut', { cause: error });
  }
}

async function bodyOf(answer: Response, file: Call['file']): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const bytes = await bytesOf(answer);
  if (answer.ok && file) return bytes;
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy's page instead of an answer does not show what happened behind it.
    if (answer.ok) throw new LostAnswer('the answer is not JSON', { cause: error });
    return {};
  }
}

function mayRetry(status: number, code: string): boolean {
  return status === 429 || status >= 500 || code === STILL_RUNNING;
}

/** The gateway's Retry-After, or exponential backoff; with jitter, so that many clients do not retry at once. */
function pauseMs(retries: number, retryAfter: string | null): number {
  const retryAfterMs = Number(retryAfter ?? Number.NaN) * 1000;
  const backOff = FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random());
  return Math.min(retryAfterMs > 0 ? retryAfterMs : backOff, LONGEST_PAUSE_MS);
}
