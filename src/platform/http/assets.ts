import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ONE_YEAR_SECONDS = 31_536_000;
const ONE_HOUR_SECONDS = 3_600;

/** A built file of a front end, in memory. */
export interface Asset {
  /** Content-Type. */
  readonly type: string;
  readonly plain: Buffer;
  /** Undefined when the build left no compressed copy. */
  readonly gzip: Buffer | undefined;
}

/** Reads a built file and the compressed copy that its build left beside it (`FILE.gz`). */
export function readAsset(path: string, type: string): Asset {
  const compressed = `${path}.gz`;
  return {
    type,
    plain: readFileSync(path),
    gzip: existsSync(compressed) ? readFileSync(compressed) : undefined,
  };
}

/**
 * Sends a built file, compressed where the client takes gzip. `immutable` is for names that carry a hash of the contents:
 * they are cached for a year, all others for an hour.
 */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, gzip }: Asset,
  { immutable }: { readonly immutable: boolean },
): FastifyReply {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const compressed = takesGzip ? gzip : undefined;
  if (compressed) reply.header('Content-Encoding', 'gzip');
  return reply
    .headers({
      'Content-Type': type,
      'Cache-Control': immutable
        ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
        : `public, max-age=${ONE_HOUR_SECONDS}`,
      Vary: 'Accept-Encoding',
    })
    .send(compressed ?? plain);
}
