import { randomUUIDv7 } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Refusal } from '../../refusal.ts';
import { rememberClientAddresses } from '../addresses/client-address.ts';
import { type AnswerLog, type AnswerLogOptions, createAnswerLog } from '../answers/answer-log.ts';
import { httpRefuse } from '../answers/refusals.ts';
import { toRefusal } from '../answers/to-refusal.ts';
import { meantContentType, parseBody, refuseEncodedBody } from '../reading/body.ts';
import { announcesTooMuch, BODY_LIMIT_BYTES, limitBodies, readAwayUnread } from '../reading/body-limits.ts';
import {
  type AdmitsOrigin,
  allowCrossOrigin,
  answerPreflight,
  isPreflight,
  ROUTING,
  rememberRoutes,
} from './methods.ts';

const HEADER_LIMIT_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
/** Longer than any request runs, with all its calls to acquirers: what it left unfinished before that has lost its outcome. */
export const LONGEST_REQUEST_MS = 150_000;
/** PostgreSQL takes it in no text; half a surrogate pair does not get through the decoding of a query. */
const NUL_IN_QUERY = /\?.*%00/;
const HOST = 'host';

/**
 * Schemas of routes document. What a request holds is read by the code of its route, which names what is wrong; answers
 * are written as their objects are, in the order of the specification. Fastify's own compilers are not even loaded.
 */
const SCHEMAS_DOCUMENT = {
  compilersFactory: {
    // Declared as Ajv's own function type, of which Fastify only uses the call.
    buildValidator: (() => () => () => true) as unknown as BuildValidator,
    buildSerializer: () => () => JSON.stringify,
  },
};

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type BuildValidator = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildValidator']>;

/** What a page may send to a path that turns out to be unknown. */
const METHODS_OF_UNKNOWN_PATHS = 'GET, HEAD, POST, OPTIONS';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers of any origin may call it; a function: of the origins that it admits, and the route tells them so itself. */
    cors?: boolean | AdmitsOrigin;
  }
}

/** Writes the error body of the interface that a path belongs to. */
export type ErrorBody = (path: string, refusal: Refusal, requestId: string) => object;

export interface HttpOptions extends AnswerLogOptions {
  readonly trustedProxies: readonly string[];
  /** The public address is https: browsers are told to ask for it in no other way. */
  readonly publicTls?: boolean;
  /** Called once, with the address that sent the first `X-Forwarded-For` without being one of them. */
  readonly onUnnamedProxy?: (address: string) => void;
  readonly errorBody: ErrorBody;
  /** Whether a path that nobody serves belongs to an interface that pages of any origin may call. */
  readonly opensUnknownPath?: (path: string) => boolean;
}

/**
 * The HTTP server with everything both interfaces share: tolerant paths and bodies, request ids, headers, limits,
 * error bodies. Routes are added by the rooms; then `finishRoutes` answers other methods on their paths.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUIDv7(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: ROUTING,
    schemaController: SCHEMAS_DOCUMENT,
    // Refused by a hook of ours: Node's own answer would have no body and no request id.
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requireHostHeader: false,
    },
    // What still comes in on an open connection while the service stops is served, and the connection closed.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error.code, socket, options),
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be read: no hook runs for it.
      setCommonHeaders(request, reply, options);
      readAwayUnread(request, reply);
      reply.raw.once('finish', () => answerLog.answered(request, reply));
      answerError(answering, error, request, reply);
    },
  });
  const answerLog = createAnswerLog(app, options);
  const answering = { ...options, answerLog };
  answerUnusualRequests(app.server, options);
  rememberClientAddresses(app, options.onUnnamedProxy);
  const paths = rememberRoutes(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseEncodedBody(request.headers['content-encoding']);
      done(null, parseBody(request.headers['content-type'], bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    const contentType = meantContentType(request.headers['content-type']);
    if (contentType === undefined) delete request.headers['content-type'];
    else request.headers['content-type'] = contentType;
    setCommonHeaders(request, reply, options);
    const otherMethods = request.is404 ? paths.find(request.url) : undefined;
    const isUnknown = request.is404 && otherMethods === undefined;
    const isOpen = isUnknown
      ? options.opensUnknownPath?.(pathOf(request)) === true
      : request.routeOptions.config.cors === true || otherMethods?.cors;
    if (isOpen) allowCrossOrigin(reply);
    // Refused, it would hide from the page that the path is unknown.
    if (isOpen && isUnknown && isPreflight(request))
      answerPreflight(request, reply, METHODS_OF_UNKNOWN_PATHS);
    else done(earlyRefusal(request, otherMethods?.allow));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    done(!request.is404 && NUL_IN_QUERY.test(request.url) ? httpRefuse('body_bad_text') : undefined);
  });
  limitBodies(app);
  closeConnectionsWhenStopping(app);
  app.addHook('onResponse', (request, reply, done) => {
    answerLog.answered(request, reply);
    done();
  });
  app.setNotFoundHandler((request, reply) => answerError(answering, httpRefuse('not_found'), request, reply));
  app.setErrorHandler((error, request, reply) => answerError(answering, error, request, reply));
  return app;
}

/** A year. Names below this one are not ours to decide for. */
const STRICT_TRANSPORT = 'max-age=31536000';

function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicTls = false }: Pick<HttpOptions, 'publicTls'>,
): void {
  // Without an https address of its own, of a proxy that ends TLS, as it says itself.
  const isTls = publicTls || request.protocol === 'https';
  reply.headers({
    'X-Request-Id': request.id,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // A browser then never asks for this address without TLS again. What comes without TLS itself it does not believe.
    ...(isTls ? { 'Strict-Transport-Security': STRICT_TRANSPORT } : {}),
  });
}

/** Answers that go out while the service stops end their connections, which would hold it up if they were kept. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Node would answer an unknown expectation without a body, and drop a CONNECT without an answer. */
function answerUnusualRequests(server: Server, options: HttpOptions): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answerBrokenRequest(undefined, socket, options));
}

/** What needs neither credentials nor the body, in the order of docs/contract/decided.md 2. */
function earlyRefusal(request: FastifyRequest, allow: string | undefined): Refusal | undefined {
  if (request.clientAddress === '' || !hasOneHost(request)) return httpRefuse('request_invalid');
  if (!request.is404) return undefined;
  return allow === undefined ? httpRefuse('not_found') : httpRefuse('method_not_allowed', { allow });
}

/** HTTP/1.1 asks for it, and for a 400 where it is missing or there are several (RFC 9112, 3.2). */
function hasOneHost({ raw }: FastifyRequest): boolean {
  if (raw.headers.host === undefined) return raw.httpVersion !== '1.1';
  let hosts = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts === 1;
}

function answerError(
  options: { readonly errorBody: ErrorBody; readonly answerLog: AnswerLog },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = refusalOf(request, error);
  options.answerLog.refused(request, refusal, error);
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds);
  if (refusal.allow !== undefined) reply.header('Allow', refusal.allow);
  void reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(options.errorBody(pathOf(request), refusal, request.id));
}

/**
 * Size comes before credentials (docs/contract/decided.md 2), which are looked at all the same: whose they are decides how much of the
 * body is read away.
 */
function refusalOf(request: FastifyRequest, error: unknown): Refusal {
  const refusal = toRefusal(error);
  const wasChecked = !request.is404 && refusal.code !== 'request_invalid' && refusal.status !== 500;
  return wasChecked && announcesTooMuch(request) ? httpRefuse('body_too_large') : refusal;
}

/** The path as the router reads it: without origin and query, decoded where that is possible. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What is no HTTP at all never reaches a route; the socket gets a plain answer and is closed. */
function answerBrokenRequest(
  code: string | undefined,
  socket: Duplex,
  { publicTls = false }: Pick<HttpOptions, 'publicTls'>,
): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = brokenRequestStatus(code);
  const body = JSON.stringify({ message: 'A requisição HTTP não é válida.' });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUIDv7()}\r\n` +
      `Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n` +
      `${publicTls ? `Strict-Transport-Security: ${STRICT_TRANSPORT}\r\n` : ''}` +
      `Connection: close\r\n\r\n${body}`,
  );
}

function brokenRequestStatus(code: string | undefined): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'Request Header Fields Too Large'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'Request Timeout'];
  return [400, 'Bad Request'];
}
