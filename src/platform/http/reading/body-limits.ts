import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { httpRefuse } from '../answers/refusals.ts';

/** What a body may have, in bytes, where its route says nothing else. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** The same for bodies of strangers, on every route. */
const STRANGER_LIMIT_BYTES = 64 * 1024;
/**
 * How much of an unwanted body is read and discarded, so that a client that is still sending gets its answer.
 */
const READ_AWAY_BYTES = { known: 64 * 1024 * 1024, stranger: 64 * 1024 };
/** Between the last byte that is read and the end of the connection: for the client to read its answer. */
const LINGER_MS = 1_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body of a stranger may have, in bytes, instead of 64 KiB. */
    strangerBodyLimit?: number;
  }
  interface FastifyRequest {
    /** Set by the hooks that check credentials. Whoever has none is a stranger. */
    isKnown: boolean;
  }
}

/**
 * Limits every body: by the route, or less while the client has shown no valid credentials. Of a refused or
 * unexpected body a part is discarded; then the connection is closed.
 */
export function limitBodies(app: FastifyInstance): void {
  app.decorateRequest('isKnown', false);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const limit = bodyLimitOf(request);
    if (announcedLength(request) > limit) done(httpRefuse('body_too_large'));
    else done(null, isChunked(request) && limit < routeLimitOf(request) ? counted(payload, limit) : payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    readAwayUnread(request, reply);
    done(null, payload);
  });
}

/** In bytes, for this client as far as it is known. */
export function bodyLimitOf(request: FastifyRequest): number {
  const { bodyLimit = BODY_LIMIT_BYTES, config } = request.routeOptions;
  if (request.isKnown) return bodyLimit;
  return Math.min(bodyLimit, config.strangerBodyLimit ?? STRANGER_LIMIT_BYTES);
}

/** Whether the length that is announced is beyond what anybody may send here. */
export function announcesTooMuch(request: FastifyRequest): boolean {
  return announcedLength(request) > routeLimitOf(request);
}

function routeLimitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
}

/** 0 for a body in chunks. */
function announcedLength({ raw }: FastifyRequest): number {
  return Number(raw.headers['content-length'] ?? 0);
}

function isChunked({ raw }: FastifyRequest): boolean {
  return raw.headers['transfer-encoding'] !== undefined;
}

/** Call it when the answer goes out, where hooks do not do so. */
export function readAwayUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, isKnown } = request;
  if (raw.complete || (announcedLength(request) === 0 && !isChunked(request))) return;
  const allowed = isKnown ? READ_AWAY_BYTES.known : READ_AWAY_BYTES.stranger;
  if (isChunked(request) || announcedLength(request) > allowed) {
    reply.header('Connection', 'close');
    lingerBeforeClosing(raw, allowed);
  } else {
    // Fastify asks for a cut at once.
    reply.removeHeader('Connection');
    raw.resume();
  }
}

/**
 * Closes the connection only after the client had time to read its answer: a close with unread bytes would
 * reset it and lose the answer. An endless body is ended by the request's time-out.
 */
function lingerBeforeClosing(raw: IncomingMessage, allowedBytes: number): void {
  const { socket } = raw;
  // A request that was injected has no connection.
  if (!(socket instanceof Socket)) return;
  const cut = () => void setTimeout(() => socket.destroy(), LINGER_MS).unref();
  // What Node calls once an answer with `Connection: close` is out.
  socket.destroySoon = () => void socket.end();
  let left = allowedBytes;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left >= 0) return;
    raw.off('data', count).pause();
    cut();
  };
  raw.on('data', count).once('end', cut).resume();
}

/** Fastify holds a body without an announced length to the route's limit only. */
function counted(payload: RequestPayload, limit: number): RequestPayload {
  const counting = new Counted(limit);
  payload.once('error', (error: Error) => counting.destroy(error));
  return payload.pipe(counting);
}

class Counted extends Transform {
  readonly #limit: number;
  receivedEncodedLength = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    if (this.receivedEncodedLength > this.#limit) done(httpRefuse('body_too_large'));
    else done(null, chunk);
  }
}
