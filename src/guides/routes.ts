import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { compressedBody, type KeptBody, keptBody, messagePage, pageHeaders } from '../platform/http/index.ts';
import { pictureFile, readGuides } from './guides.ts';
import {
  GUIDE_HEADERS,
  GUIDES_PATH,
  guidePage,
  indexPage,
  MAX_SEARCH_CHARACTERS,
  resultsPage,
} from './page.ts';
import type { RenderedGuide } from './render.ts';
import type { SearchGuides } from './search.ts';

interface Library {
  readonly guides: readonly RenderedGuide[];
  readonly search: SearchGuides;
  readonly index: KeptBody;
  /** The pages of the guides by name; their samples call this service. */
  readonly pages: ReadonlyMap<string, KeptBody>;
}

export interface GuideOptions {
  publicUrl(): string;
  /** Asked before each answer: strangers read as often as they like. */
  readonly takeTurn: onRequestAsyncHookHandler;
}

/**
 * The guides in Portuguese as pages below `/docs/guias`, with a search. Files are read, and the libraries for them loaded,
 * when a page is first asked for. `publicUrl` replaces the address in their samples.
 */
export function registerGuides(app: FastifyInstance, { publicUrl, takeTurn }: GuideOptions): void {
  let loading: Promise<Library> | undefined;
  const library = () => {
    loading ??= loadLibrary(publicUrl);
    return loading;
  };
  const hidden = () => ({ schema: { hide: true }, onRequest: takeTurn });

  app.get<{ Querystring: { busca?: unknown } }>(GUIDES_PATH, hidden(), async (request, reply) => {
    const { guides, search, index } = await library();
    const words = String(request.query.busca ?? '')
      .slice(0, MAX_SEARCH_CHARACTERS)
      .trim();
    const body =
      words === ''
        ? await index(request, reply)
        : await compressedBody(request, reply, resultsPage(guides, words, search(words)));
    return reply.headers(GUIDE_HEADERS).send(body);
  });

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, hidden(), async (request, reply) => {
    const { pages } = await library();
    const page = pages.get(request.params.name);
    if (page === undefined) return sendNotFound(reply);
    const body = await page(request, reply);
    return reply.headers(GUIDE_HEADERS).send(body);
  });

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/figuras/:name`, hidden(), (request, reply) => {
    const file = pictureFile(request.params.name);
    if (file === undefined) return sendNotFound(reply);
    return reply
      .headers({ 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' })
      .send(createReadStream(file));
  });
}

async function loadLibrary(publicUrl: () => string): Promise<Library> {
  const [{ atAddress, renderGuide }, { createSearch }] = await Promise.all([
    import('./render.ts'),
    import('./search.ts'),
  ]);
  const written = readGuides();
  const names = new Set(written.map(({ name }) => name));
  const guides = written.map((guide) => renderGuide(guide, { root: GUIDES_PATH, names }));
  const pageOf = (guide: RenderedGuide) =>
    keptBody(async () => guidePage(guides, guide, atAddress(guide.body, publicUrl())));
  return {
    guides,
    search: createSearch(guides),
    index: keptBody(async () => indexPage(guides)),
    pages: new Map(guides.map((guide) => [guide.name, pageOf(guide)])),
  };
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const text = messagePage('Não há este guia', 'Os que há estão em /docs/guias.');
  return reply.code(404).headers(pageHeaders()).send(text);
}
