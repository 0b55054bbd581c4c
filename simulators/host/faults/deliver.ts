import type { FastifyReply } from 'fastify';

/** How an answer reaches the caller, or does not. */
export type Delivery =
  | 'given'
  /** No answer, until the caller gives up. */
  | 'none'
  /** The connection is reset. */
  | 'reset'
  /** The connection is reset before the body was read. */
  | 'reset_unread'
  | 'unauthorized'
  | 'too_many_requests'
  /** HTTP 500, JSON without a return code. */
  | 'server_error'
  /** HTTP 503 without a return code: queries are unavailable. */
  | 'unavailable'
  /** HTTP 502, an HTML page. */
  | 'html'
  /** HTTP 200, truncated JSON. */
  | 'truncated'
  /** The connection breaks in the middle of the answer. */
  | 'cut'
  /** A well-formed answer about another sale. */
  | 'wrong_ids'
  /** Processed at once, answered after every caller has given up. */
  | 'late_answer'
  /** Processed and answered after every caller has given up. */
  | 'late_processing';

/** Leaves a call without an answer for so long; false when the host was stopped meanwhile. */
export type Hold = (ms: number) => Promise<boolean>;

/** An answer of the interface, and how it is delivered. */
export interface HostAnswer {
  readonly status: number;
  /** JSON; undefined for an answer without a body. */
  readonly body: object | undefined;
  /** JSON's own when absent. */
  readonly type?: string;
  /** `given` when absent. */
  readonly delivery?: Delivery;
}

/** Later than any caller's timeout (60 s for captures and refunds), earlier than the 2 minutes of docs/contract/acquirers.md G.5. */
export const LATE_MS = 90_000;
/** How long a connection is held without an answer. */
const SILENCE_MS = 30 * 60_000;

const JSON_TYPE = 'application/json; charset=utf-8';
const BAD_GATEWAY =
  '<!doctype html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>\n';

/** Answers that replace whatever the call would have returned. */
const FIXED_ANSWERS: Readonly<Partial<Record<Delivery, { status: number; body: object }>>> = {
  too_many_requests: { status: 429, body: { message: 'Too many requests.' } },
  server_error: { status: 500, body: { message: 'Internal error.' } },
  unavailable: { status: 503, body: { message: 'Service unavailable.' } },
};

/** How a host's answers are spoiled. */
export interface Delivering {
  readonly hold: Hold;
  /** What the host answers with 401 to a dead token. */
  readonly deadToken: object;
  /** Names of the members that hold ids. */
  readonly idNames: ReadonlySet<string>;
}

/** Sends an answer in the way its `delivery` describes. */
export async function deliver(
  reply: FastifyReply,
  answer: HostAnswer,
  { hold, deadToken, idNames }: Delivering,
): Promise<void> {
  const { delivery = 'given', type } = answer;
  if (delivery === 'unauthorized') return send(reply, 401, JSON.stringify(deadToken));
  const fixed = FIXED_ANSWERS[delivery];
  if (fixed) return send(reply, fixed.status, JSON.stringify(fixed.body));
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
  switch (delivery) {
    case 'none':
      return silence(reply, hold);
    case 'reset':
    case 'reset_unread':
      return reset(reply);
    case 'html':
      return send(reply, 502, BAD_GATEWAY, 'text/html; charset=utf-8');
    case 'truncated':
      return send(reply, 200, text.slice(0, Math.ceil(text.length / 2)));
    case 'cut':
      return cut(reply, answer.status, text);
    case 'wrong_ids':
      return send(reply, answer.status, JSON.stringify(withOtherIds(answer.body, idNames)), type);
    case 'late_answer':
      await hold(LATE_MS);
      return send(reply, answer.status, text, type);
    default:
      return send(reply, answer.status, text, type);
  }
}

/** To the caller, a connection reset like this looks the same as one refused right after it was accepted. */
function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function send(reply: FastifyReply, status: number, text: string, type = JSON_TYPE): void {
  void reply.code(status).type(type).send(text);
}

async function silence(reply: FastifyReply, hold: Hold): Promise<void> {
  reply.hijack();
  await hold(SILENCE_MS);
  reply.raw.socket?.destroy();
}

/** Sends the headers and half of the body, then closes the connection. */
function cut(reply: FastifyReply, status: number, text: string): void {
  reply.hijack();
  const bytes = Buffer.from(text);
  reply.raw.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': bytes.length });
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.socket?.destroy());
}

function withOtherIds(value: unknown, idNames: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => withOtherIds(inner, idNames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      idNames.has(name) && typeof inner === 'string' ? otherId(inner) : withOtherIds(inner, idNames),
    ]),
  );
}

/** A different id of the same length, made of the same kind of characters. */
function otherId(id: string): string {
  const reversed = [...id].reverse().join('');
  return reversed === id ? `${reversed.slice(1)}${reversed.endsWith('7') ? '8' : '7'}` : reversed;
}
