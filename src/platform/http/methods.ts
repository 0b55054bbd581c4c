import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

const CORS_MAX_AGE_SECONDS = '86400';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After';
const DEFAULT_ALLOWED_HEADERS = 'Authorization, Content-Type';
const HEADER_NAMES = /^[\w\- ,]{1,500}$/;

interface KnownPath {
  readonly methods: Set<string>;
  cors: boolean;
}

const pathsOf = new WeakMap<FastifyInstance, Map<string, KnownPath>>();

/** Remembers every route that is added from now on. */
export function rememberRoutes(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  pathsOf.set(app, paths);
  app.addHook('onRoute', (route: RouteOptions) => {
    const known = paths.get(route.url) ?? { methods: new Set(), cors: false };
    for (const method of [route.method].flat()) known.methods.add(method);
    known.cors ||= route.config?.cors === true;
    paths.set(route.url, known);
  });
}

/** Other methods on known paths: 405 with `Allow`; OPTIONS 204 where CORS is open. */
export function answerOtherMethods(app: FastifyInstance): void {
  const paths = [...(pathsOf.get(app) ?? [])].map(([url, known]) => ({
    url,
    cors: known.cors,
    methods: [...known.methods],
  }));
  for (const { url, cors, methods } of paths) {
    const allow = [...methods, ...(cors ? ['OPTIONS'] : [])].join(', ');
    const others = app.supportedMethods.filter((method) => !methods.includes(method));
    if (cors) {
      app.options(url, { config: { cors }, schema: { hide: true } }, (request, reply) => {
        answerPreflight(request.headers['access-control-request-headers'], allow, reply);
      });
    }
    app.route({
      method: others.filter((method) => !(cors && method === 'OPTIONS')),
      url,
      exposeHeadRoute: false,
      config: { allow },
      schema: { hide: true },
      handler: () => undefined,
    });
  }
}

export function allowCrossOrigin(reply: FastifyReply): void {
  reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
}

function answerPreflight(requested: string | undefined, allow: string, reply: FastifyReply): void {
  const headers = requested && HEADER_NAMES.test(requested) ? requested : DEFAULT_ALLOWED_HEADERS;
  reply.headers({
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': headers,
    'Access-Control-Max-Age': CORS_MAX_AGE_SECONDS,
  });
  void reply.code(204).send();
}
