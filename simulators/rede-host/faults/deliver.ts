import type { FastifyReply } from 'fastify';
import type { SimulatedClock } from '../simulated-clock.ts';

/** How an answer reaches the caller, or does not. */
export type Delivery =
  | 'given'
  /** Nothing, until the caller gives up. */
  | 'none'
  /** The connection is reset. */
  | 'reset'
  /** The connection is reset before the body was read. */
  | 'reset_unread'
  | 'unauthorized'
  | 'too_many_requests'
  /** HTTP 500, JSON without a return code. */
  | 'server_error'
  /** HTTP 503 without a return code: the path of queries is down. */
  | 'unavailable'
  /** HTTP 502, an HTML page. */
  | 'html'
  /** HTTP 200, JSON that breaks off. */
  | 'truncated'
  /** The connection breaks in the middle of the answer. */
  | 'cut'
  /** A good answer about another sale. */
  | 'wrong_ids'
  /** Processed at once, answered when every caller has given up. */
  | 'late_answer'
  /** Processed and answered when every caller has given up. */
  | 'late_processing';

/** An answer of the interface, and how it travels. */
export interface Played {
  readonly status: number;
  readonly body: object;
  /** `given` when absent. */
  readonly delivery?: Delivery;
}

/** After every deadline of a caller (60 s for captures and refunds), before the 2 minutes of docs/contract/acquirers.md G.5. */
export const LATE_MS = 90_000;
/** How long a connection is held without an answer. */
const SILENCE_MS = 30 * 60_000;

const JSON_TYPE = 'application/json; charset=utf-8';
const BAD_GATEWAY =
  '<!doctype html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>\n';

const IDS: ReadonlySet<string> = new Set(['tid', 'reference', 'nsu', 'refundId']);

/** Answers of a door that lets nothing through, whatever stands behind it. */
const AT_THE_DOOR: Readonly<Partial<Record<Delivery, { status: number; body: object }>>> = {
  unauthorized: {
    status: 401,
    body: { returnCode: '4030', returnMessage: 'The token is not, or no longer, good.' },
  },
  too_many_requests: { status: 429, body: { message: 'Too many requests.' } },
  server_error: { status: 500, body: { message: 'Internal error.' } },
  unavailable: { status: 503, body: { message: 'Service unavailable.' } },
};

/** Sends an answer as its delivery says. */
export async function deliver(reply: FastifyReply, played: Played, clock: SimulatedClock): Promise<void> {
  const { delivery = 'given' } = played;
  const atTheDoor = AT_THE_DOOR[delivery];
  if (atTheDoor) return send(reply, atTheDoor.status, JSON.stringify(atTheDoor.body));
  const text = JSON.stringify(played.body);
  switch (delivery) {
    case 'none':
      return silence(reply, clock);
    case 'reset':
    case 'reset_unread':
      return reset(reply);
    case 'html':
      return send(reply, 502, BAD_GATEWAY, 'text/html; charset=utf-8');
    case 'truncated':
      return send(reply, 200, text.slice(0, Math.ceil(text.length / 2)));
    case 'cut':
      return cut(reply, played.status, text);
    case 'wrong_ids':
      return send(reply, played.status, JSON.stringify(withOtherIds(played.body)));
    case 'late_answer':
      await clock.wait(LATE_MS);
      return send(reply, played.status, text);
    default:
      return send(reply, played.status, text);
  }
}

/** The caller has no way to tell a reset connection from one that was refused after it was accepted. */
function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function send(reply: FastifyReply, status: number, text: string, type = JSON_TYPE): void {
  void reply.code(status).type(type).send(text);
}

async function silence(reply: FastifyReply, clock: SimulatedClock): Promise<void> {
  reply.hijack();
  await clock.wait(SILENCE_MS);
  reply.raw.socket?.destroy();
}

/** Headers and half a body are on their way when the connection goes. */
function cut(reply: FastifyReply, status: number, text: string): void {
  reply.hijack();
  const bytes = Buffer.from(text);
  reply.raw.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': bytes.length });
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.socket?.destroy());
}

function withOtherIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOtherIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      IDS.has(name) && typeof inner === 'string' ? otherId(inner) : withOtherIds(inner),
    ]),
  );
}

/** As long, of the same characters, and never the same. */
function otherId(id: string): string {
  const turned = [...id].reverse().join('');
  return turned === id ? `${turned.slice(1)}${turned.endsWith('7') ? '8' : '7'}` : turned;
}
