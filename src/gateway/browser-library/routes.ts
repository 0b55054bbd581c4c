import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptsEncoding, registerPages } from '../../platform/http/index.ts';
import { refusals } from '../../platform/refusal.ts';
import { fieldsPage, fieldsPageHeaders } from './fields-page.ts';
import { type Library, type LibraryFolders, readLibrary } from './library.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const TEN_MINUTES_SECONDS = 600;
/** `URL` also lets hosts have characters that mean something in a policy: `*`, `;`, `,`. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** For requests of the library's files and of the card fields' page. */
export const refuseLibrary = refusals({
  library_unknown: {
    status: 404,
    message: 'Arquivo desconhecido. Os nomes atuais estão em /checkout/v1/guiche.json.',
  },
  library_not_built: {
    status: 503,
    message: 'A biblioteca do navegador não foi construída. Rode npm ci na pasta do serviço.',
  },
  shop_origin_invalid: {
    status: 400,
    message: 'Informe em origin a origem da página da loja, como https://loja.exemplo.com.br.',
  },
});

export interface BrowserLibrary {
  readonly folders: LibraryFolders;
  /** Throws for a checkout id that may not be used from pages of this origin. */
  admit(checkoutId: string, shopOrigin: string, request: FastifyRequest): Promise<unknown>;
}

/**
 * The browser library (docs/checkout.md): `/checkout/v1/guiche.js` and `.mjs`, which follow the service's version, the same
 * under names with a hash, which never change, `guiche.json`, which tells names and integrity of the current ones, and
 * `/checkout/v1/{checkoutId}/fields`, the frame with the card's fields. Await it before the server listens.
 */
export async function registerBrowserLibrary(
  app: FastifyInstance,
  { folders, admit }: BrowserLibrary,
): Promise<void> {
  let loaded: Library | undefined;
  const library = (): Library => {
    loaded ??= readLibrary(folders);
    if (!loaded) throw refuseLibrary('library_not_built');
    return loaded;
  };
  const options = { config: { cors: true }, schema: { hide: true } };

  app.get('/checkout/v1/guiche.json', options, async () => {
    const current = [...library().files].filter(([name, file]) => name === file.name).map(([, file]) => file);
    return {
      files: current.map(({ name, fixedName, integrity }) => ({
        path: `/checkout/v1/${name}`,
        fixedPath: `/checkout/v1/${fixedName}`,
        integrity,
      })),
    };
  });
  app.get<{ Params: { file: string } }>('/checkout/v1/:file', options, async (request, reply) => {
    const name = request.params.file.toLowerCase();
    const file = library().files.get(name);
    if (!file) throw refuseLibrary('library_unknown');
    const gzip = acceptsEncoding(request, 'gzip');
    return reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control':
          name === file.fixedName
            ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
            : `public, max-age=${TEN_MINUTES_SECONDS}`,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Accept-Encoding',
        ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      })
      .send(gzip ? file.gzip : file.plain);
  });
  await registerPages(app, (pages) => {
    pages.get('/checkout/v1/:checkoutId/fields', {
      schema: { hide: true, params: Type.Object({ checkoutId: Type.String() }) },
      handler: async (request, reply) => {
        const { checkoutId } = request.params as { checkoutId: string };
        const shopOrigin = readShopOrigin((request.query as Record<string, unknown>).origin);
        await admit(checkoutId, shopOrigin, request);
        const { frameScript } = library();
        return reply
          .headers(fieldsPageHeaders(shopOrigin, frameScript))
          .send(fieldsPage(shopOrigin, frameScript));
      },
    });
  });
}

/** Only what `URL` itself writes as an origin of a web page: it becomes part of the page's policy. */
function readShopOrigin(given: unknown): string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.origin !== given || !HOST.test(url.host))
    throw refuseLibrary('shop_origin_invalid', { field: 'origin' });
  return url.origin;
}
