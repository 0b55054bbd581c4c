import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Fastify, { type FastifyInstance, type HTTPMethods, type onRequestAsyncHookHandler } from 'fastify';
import { type Asset, readAsset, sendAsset } from '../answers/assets.ts';
import { keptBody } from '../answers/content-encoding.ts';
import { type DescribedRoute, type DocumentOptions, describeRoutes } from './describe-routes.ts';
import { type CollectionVariables, postmanCollection } from './postman-collection.ts';

const SCRIPT_PATH = '/docs/reference.js';
const NAMES_PATH = '/docs/reference-names.js';
const NAMES_FILE = fileURLToPath(new URL('./reference-names.js', import.meta.url));
/** The package's greys and colours of methods are too pale to read, its arrows too small to hit, its titles too long for a phone. */
const READABLE = `
.light-mode { --scalar-color-2: #4a525c; --scalar-color-3: #545c66; --scalar-sidebar-color-2: #4a525c; --scalar-sidebar-search-color: #545c66; --scalar-color-blue: #0b5cad; --scalar-color-green: #17602e; --scalar-color-red: #b3261e; --scalar-color-orange: #7a4f00; --scalar-color-yellow: #6d5200; --scalar-color-purple: #5d3ea8 }
.dark-mode { --scalar-color-red: #ff9d94; --scalar-color-2: #c2c9d1; --scalar-color-3: #b4bcc6; --scalar-sidebar-color-2: #c2c9d1; --scalar-sidebar-search-color: #b4bcc6 }
.client-libraries-text { color: var(--scalar-color-1) }
.sidebar-search-placeholder { color: var(--scalar-color-2); opacity: 1 }
[class*='right-1.25'][aria-expanded] { min-width: 24px; min-height: 24px }
.t-doc__header span { min-width: 0; overflow: hidden; text-overflow: ellipsis }
`;

const COLLECTION_PATH = '/docs/postman.json';
/** A tenth larger than the best that brotli can, in a tenth of its time. */
const BROTLI_QUALITY = 6;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** The page builds its style sheets while it runs; scripts come from this service alone. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ReferenceOptions extends DocumentOptions {
  /** Asked when the document is served: the port may not be known before. */
  publicUrl(): string;
  /** Sandbox: values that make the page's examples run as they stand. */
  readonly demoCredentials: object | undefined;
  /** What fills the credentials of the Postman collection. */
  readonly collectionVariables: CollectionVariables;
  /** Asked before each answer: strangers read as often as they like. */
  readonly takeTurn: onRequestAsyncHookHandler;
}

/**
 * Collects the schemas of the routes that are added after it, and serves them as `/openapi.json`, as a Postman collection
 * and as a page at `/docs`. Document and script are made when they are first asked for: both are large, and most services never are.
 */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    const described = [method].flat().filter((name) => name !== 'HEAD') as HTTPMethods[];
    if (schema && !schema.hide && described.length > 0) routes.push({ method: described, url, schema });
  });
  // Made anew for each route: the framework writes into it.
  const hidden = () => ({ schema: { hide: true }, onRequest: options.takeTurn });
  let described: Promise<object> | undefined;
  const document = () => {
    described ??= describeRoutes(routes, options);
    return described;
  };
  const openApi = keptBody(async () =>
    JSON.stringify({ ...(await document()), servers: [{ url: options.publicUrl() }] }),
  );
  const collection = keptBody(async () =>
    JSON.stringify(
      postmanCollection((await document()) as never, {
        baseUrl: options.publicUrl(),
        variables: options.collectionVariables,
        further: options.furtherExamples,
      }),
    ),
  );
  for (const [path, body] of [
    ['/openapi.json', openApi],
    [COLLECTION_PATH, collection],
  ] as const) {
    app.get(path, hidden(), async (request, reply) => {
      const bytes = await body(request, reply);
      return reply.type('application/json; charset=utf-8').send(bytes);
    });
  }
  app.get('/docs', hidden(), async (_request, reply) => reply.headers(pageHeaders()).send(page(options)));
  let script: Promise<Asset> | undefined;
  app.get(SCRIPT_PATH, hidden(), async (request, reply) => {
    script ??= loadScript();
    return sendAsset(request, reply, await script, { immutable: false });
  });
  let names: Asset | undefined;
  app.get(NAMES_PATH, hidden(), async (request, reply) => {
    names ??= readAsset(NAMES_FILE, 'text/javascript; charset=utf-8');
    return sendAsset(request, reply, names, { immutable: false });
  });
}

function pageHeaders() {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  };
}

/** Nothing that would call another host: fonts, telemetry, a chat, a registry. */
function page({ title, demoCredentials }: ReferenceOptions): string {
  const configuration = JSON.stringify({
    url: '/openapi.json',
    localization: { locale: 'pt' },
    withDefaultFonts: false,
    hideClientButton: true,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    ...(demoCredentials === undefined ? {} : { authentication: demoCredentials }),
  }).replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${READABLE}</style>
</head>
<body>
<noscript>Esta página precisa de JavaScript; a mesma referência está em <a href="/openapi.json">/openapi.json</a>.</noscript>
<script id="api-reference" data-url="/openapi.json" data-configuration="${configuration}"></script>
<script src="${NAMES_PATH}"></script>
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`;
}

/** The package hands its script out through a Fastify plugin only: a server that never listens asks it for it. */
async function loadScript(): Promise<Asset> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const host = Fastify();
  await host.register(apiReference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const answer = await host.inject('/js/scalar.js');
  await host.close();
  const plain = answer.rawPayload;
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([brotli(plain, { params: parameters }), deflate(plain)]);
  return {
    type: 'text/javascript; charset=utf-8',
    plain,
    compressed: [
      { coding: 'br', bytes: br },
      { coding: 'gzip', bytes: gz },
    ],
  };
}
