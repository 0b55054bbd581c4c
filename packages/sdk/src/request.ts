import { errorOf, UnavailableError } from './errors.ts';

export interface Connection {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of one try. */
  readonly timeoutMs: number;
  /** After the first try. */
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  wait(ms: number): Promise<void>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Makes it safe to send a write again: given by every write. */
  readonly idempotencyKey?: string;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** The first request under this key is still being worked on: its answer will be given. */
const STILL_RUNNING = 'idempotency_running';

interface Refused {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string };
  readonly message?: string;
}

/** One call, tried again where that can help and never does anything twice. Gives the body of the answer. */
export async function request<Answer>(connection: Connection, call: Call): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const isLast = retries >= connection.maxRetries;
    try {
      const answer = await send(connection, call);
      const body = await bodyOf(answer);
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

/** No answer, or half of one. */
class LostAnswer extends Error {}

async function send(connection: Connection, call: Call): Promise<Response> {
  const url = new URL(connection.baseUrl.replace(/\/+$/, '') + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = {
    ...connection.headers,
    Accept: 'application/json',
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

async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    throw new LostAnswer('the answer was cut', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy's page in place of an answer tells nothing about what happened behind it.
    if (answer.ok) throw new LostAnswer('the answer is no JSON', { cause: error });
    return {};
  }
}

function mayRetry(status: number, code: string): boolean {
  return status === 429 || status >= 500 || code === STILL_RUNNING;
}

/** What the gateway asks for, or twice as long each time; chance keeps many clients from coming back at one moment. */
function pauseMs(retries: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1000;
  const backOff = FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random());
  return Math.min(asked > 0 ? asked : backOff, LONGEST_PAUSE_MS);
}
