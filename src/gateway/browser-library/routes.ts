import type { FastifyInstance } from 'fastify';
import { refusals, sendAsset } from '../../platform/index.ts';
import { type LibraryFile, readLibrary } from './library.ts';

const refuse = refusals({
  library_unknown: {
    status: 404,
    message: 'Arquivo desconhecido. Os nomes atuais estão em /checkout/v1/guiche.json.',
  },
  library_not_built: {
    status: 503,
    message: 'A biblioteca do navegador não foi construída. Rode npm ci na pasta do serviço.',
  },
});

/**
 * The browser library (docs/checkout.md): `/checkout/v1/guiche.js` and `.mjs`, which follow the service's version, the same
 * under names with a hash, which never change, and `guiche.json`, which tells names and integrity of the current ones.
 */
export function registerBrowserLibrary(app: FastifyInstance, folder: string): void {
  let loaded: ReadonlyMap<string, LibraryFile> | undefined;
  const library = (): ReadonlyMap<string, LibraryFile> => {
    loaded ??= readLibrary(folder);
    if (!loaded) throw refuse('library_not_built');
    return loaded;
  };
  const options = { config: { cors: true }, schema: { hide: true } };

  app.get('/checkout/v1/guiche.json', options, async () => {
    const files = [...library()].filter(([name, file]) => name === file.name).map(([, file]) => file);
    return {
      files: files.map(({ name, fixedName, integrity }) => ({
        path: `/checkout/v1/${name}`,
        fixedPath: `/checkout/v1/${fixedName}`,
        integrity,
      })),
    };
  });
  app.get<{ Params: { file: string } }>('/checkout/v1/:file', options, async (request, reply) => {
    const name = request.params.file.toLowerCase();
    const file = library().get(name);
    if (!file) throw refuse('library_unknown');
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendAsset(request, reply, file, { immutable: name === file.fixedName });
  });
}
