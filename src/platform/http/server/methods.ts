import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';
import { httpRefuse } from '../answers/refusals.ts';

const CORS_MAX_AGE_SECONDS = '86400';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After';
const DEFAULT_ALLOWED_HEADERS = 'Authorization, Content-Type';
const HEADER_NAMES = /^[\w\- ,]{1,500}$/;

/** How addresses match, for the server and for the paths that it knows. */
export const ROUTING = {
  caseSensitive: false,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: 200,
} as const;

/** Whether pages of an origin may call a route: asked before a browser sends credentials. */
export type AdmitsOrigin = (origin: string, request: FastifyRequest) => Promise<boolean>;

interface KnownPath {
  readonly methods: Set<string>;
  cors: boolean;
  /** The method that pages of some origins may call. */
  named: { readonly method: string; readonly admits: AdmitsOrigin } | undefined;
}

export interface KnownPaths {
  /** The methods that the path of an address takes, for `Allow`, and whether it is open; undefined when unknown. */
  find(address: string): { readonly allow: string; readonly cors: boolean } | undefined;
  /** Answers OPTIONS where CORS is open. Called once all routes are there. */
  finish(): void;
}

const pathsOf = new WeakMap<FastifyInstance, KnownPaths>();

/**
 * Remembers every route that is added from now on. One tree of paths serves all methods that a path does not take:
 * a route for each of some thirty methods of each path would cost more memory than all the rest of the server.
 */
export function rememberRoutes(app: FastifyInstance): KnownPaths {
  const paths = new Map<string, KnownPath>();
  const tree = findMyWay(ROUTING);
  app.addHook('onRoute', (route: RouteOptions) => {
    const known = paths.get(route.url) ?? { methods: new Set(), cors: false, named: undefined };
    const cors = route.config?.cors;
    for (const method of [route.method].flat()) {
      known.methods.add(method);
      if (typeof cors === 'function') known.named = { method, admits: cors };
    }
    known.cors ||= cors === true;
    paths.set(route.url, known);
  });
  const remembered: KnownPaths = {
    find: (address) => tree.find('GET', address)?.store as ReturnType<KnownPaths['find']>,
    finish: () => {
      for (const [url, { methods, cors, named }] of [...paths]) {
        if (cors) answerPreflights(app, url, [...methods, 'OPTIONS'].join(', '));
        if (named) answerNamedPreflights(app, url, { ...named, allow: [...methods].join(', ') });
        tree.on('GET', url, () => undefined, { allow: [...methods].join(', '), cors });
      }
    },
  };
  pathsOf.set(app, remembered);
  return remembered;
}

/** Called once all routes are there: other methods on known paths get 405, and 204 for OPTIONS where CORS is open. */
export function finishRoutes(app: FastifyInstance): void {
  pathsOf.get(app)?.finish();
}

export function allowCrossOrigin(reply: FastifyReply): void {
  reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
}

/** For an answer to a page of this origin, where not every origin may read it. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
}

function answerPreflights(app: FastifyInstance, url: string, allow: string): void {
  app.options(url, { config: { cors: true }, schema: { hide: true } }, (request, reply) =>
    answerPreflight(request, reply, allow),
  );
}

/** Other origins are told what they would be told without CORS. */
function answerNamedPreflights(
  app: FastifyInstance,
  url: string,
  {
    method,
    admits,
    allow,
  }: { readonly method: string; readonly admits: AdmitsOrigin; readonly allow: string },
): void {
  app.options(url, { schema: { hide: true } }, async (request, reply) => {
    const { origin } = request.headers;
    reply.header('Vary', 'Origin');
    const isAsked = isPreflight(request) && request.headers['access-control-request-method'] === method;
    if (!isAsked || origin === undefined || !(await admits(origin, request)))
      throw httpRefuse('method_not_allowed', { allow });
    allowOrigin(reply, origin);
    answerPreflight(request, reply, `${method}, OPTIONS`);
    return reply;
  });
}

/** Asked by a browser before a request that a page may not make on its own. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply, allow: string): void {
  const requested = request.headers['access-control-request-headers'];
  reply.headers({
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers':
      requested && HEADER_NAMES.test(requested) ? requested : DEFAULT_ALLOWED_HEADERS,
    'Access-Control-Max-Age': CORS_MAX_AGE_SECONDS,
  });
  void reply.code(204).send();
}
