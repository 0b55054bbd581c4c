import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressedBody, messagePage, pageHeaders } from '../platform/index.ts';
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
  /** The HTML of a guide whose samples call this service. */
  bodyOf(guide: RenderedGuide): string;
}

/**
 * The guides in Portuguese as pages below `/docs/guias`, with a search. Files are read, and the libraries for them loaded,
 * when a page is first asked for. `publicUrl` replaces the address in their samples.
 */
export function registerGuides(app: FastifyInstance, { publicUrl }: { publicUrl(): string }): void {
  let loading: Promise<Library> | undefined;
  const library = () => {
    loading ??= loadLibrary(publicUrl);
    return loading;
  };
  const hidden = { schema: { hide: true } };

  app.get<{ Querystring: { busca?: unknown } }>(GUIDES_PATH, hidden, async (request, reply) => {
    const { guides, search } = await library();
    const words = String(request.query.busca ?? '')
      .slice(0, MAX_SEARCH_CHARACTERS)
      .trim();
    const text = words === '' ? indexPage(guides) : resultsPage(guides, words, search(words));
    return sendPage(request, reply, text);
  });

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, hidden, async (request, reply) => {
    const { guides, bodyOf } = await library();
    const guide = guides.find(({ name }) => name === request.params.name);
    if (guide === undefined) return sendNotFound(reply);
    return sendPage(request, reply, guidePage(guides, guide, bodyOf(guide)));
  });

  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/figuras/:name`, hidden, (request, reply) => {
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
  return { guides, search: createSearch(guides), bodyOf: ({ body }) => atAddress(body, publicUrl()) };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const body = await compressedBody(request, reply, text);
  return reply.headers(GUIDE_HEADERS).send(body);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const text = messagePage('Não há este guia', 'Os que há estão em /docs/guias.');
  return reply.code(404).headers(pageHeaders()).send(text);
}
