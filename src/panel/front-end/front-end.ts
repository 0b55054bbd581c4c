import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Asset,
  ISOLATION,
  messagePage,
  pageHeaders,
  readAsset,
  sendAsset,
} from '../../platform/http/index.ts';
import { refusePanel } from '../refusals.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
/**
 * What a phone or tablet installs the panel by, with names that do not change. There is no service worker: browsers install
 * without one, and nothing is sold without the service, so that a stored page would only show what is no longer true.
 */
const INSTALLED: Readonly<Record<string, string>> = {
  'app.webmanifest': 'application/manifest+json; charset=utf-8',
  'icons/180.png': 'image/png',
  'icons/192.png': 'image/png',
  'icons/512.png': 'image/png',
  'icons/maskable-512.png': 'image/png',
};
const NONCE = '%CSP_NONCE%';
const NONCE_BYTES = 16;

interface FrontEnd {
  readonly page: string;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly installed: ReadonlyMap<string, Asset>;
}

/** `/` redirects browsers to the panel and tells programs what this service is. */
export function registerStartPage(
  app: FastifyInstance,
  { version, docs }: { readonly version: string; readonly docs: boolean },
): void {
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    if (/\btext\/html\b/.test(String(request.headers.accept ?? ''))) return reply.redirect('/painel', 303);
    return reply
      .type('application/json; charset=utf-8')
      .send({ name: 'Guichê', version, ...(docs ? { docs: '/docs' } : {}), ready: '/health/ready' });
  });
}

/**
 * Serves the built front end: its page, with a new nonce each time, for every URL of the panel, and its hashed files.
 * They are loaded on the first request, so that a service whose panel is not used saves memory.
 */
export function registerFrontEnd(app: FastifyInstance, folder: string): void {
  let loaded: FrontEnd | undefined;
  const frontEnd = (): FrontEnd | undefined => {
    loaded ??= load(folder);
    return loaded;
  };
  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const found = frontEnd();
    if (!found) {
      return reply
        .code(503)
        .headers(pageHeaders())
        .send(
          messagePage(
            'O painel não foi construído',
            'Rode npm ci na pasta do serviço, sem --omit=dev nem --ignore-scripts. Pagamentos e integrações não dependem do painel.',
          ),
        );
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({
        ...ISOLATION,
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policyWith(nonce),
      })
      .send(found.page.replace(NONCE, nonce));
  };
  const options = { schema: { hide: true } };
  app.get('/painel', options, sendPage);
  app.get('/painel/*', options, sendPage);
  app.get<{ Params: { file: string } }>('/painel/assets/:file', options, async (request, reply) => {
    const asset = frontEnd()?.assets.get(request.params.file.toLowerCase());
    if (!asset) throw refusePanel('asset_unknown');
    return sendAsset(request, reply, asset, { immutable: true });
  });
  for (const name of Object.keys(INSTALLED)) {
    app.get(`/painel/${name}`, options, async (request, reply) => {
      const asset = frontEnd()?.installed.get(name);
      if (!asset) throw refusePanel('asset_unknown');
      return sendAsset(request, reply, asset, { immutable: false });
    });
  }
}

function load(folder: string): FrontEnd | undefined {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return undefined;
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(join(folder, 'assets'))) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    assets.set(name.toLowerCase(), readAsset(join(folder, 'assets', name), type));
  }
  const installed = new Map(
    Object.entries(INSTALLED)
      .filter(([name]) => existsSync(join(folder, name)))
      .map(([name, type]) => [name, readAsset(join(folder, name), type)]),
  );
  return { page: readFileSync(page, 'utf8'), assets, installed };
}

/** No inline script; styles that the component library creates at run time carry the nonce. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
