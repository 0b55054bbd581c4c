import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './content-encoding.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const ONE_HOUR_SECONDS = 3_600;

/** A built file of a front end, in memory. */
export interface Asset {
  /** Content-Type. */
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed copies, the preferred one first; none when the build left none. */
  readonly compressed: readonly { readonly coding: 'br' | 'gzip'; readonly bytes: Buffer }[];
}

const COPIES = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

/** Reads a built file and the compressed copies that its build left beside it (`FILE.br`, `FILE.gz`). */
export function readAsset(path: string, type: string): Asset {
  return {
    type,
    plain: readFileSync(path),
    compressed: COPIES.filter(({ suffix }) => existsSync(path + suffix)).map(({ coding, suffix }) => ({
      coding,
      bytes: readFileSync(path + suffix),
    })),
  };
}

/**
 * Sends a built file, compressed where the client accepts it. `immutable` is for names that carry a hash of the contents:
 * they are cached for a year, all others for an hour.
 */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, compressed }: Asset,
  { immutable }: { readonly immutable: boolean },
): FastifyReply {
  const copy = compressed.find(({ coding }) => acceptsEncoding(request, coding));
  if (copy) reply.header('Content-Encoding', copy.coding);
  return reply
    .headers({
      'Content-Type': type,
      'Cache-Control': immutable
        ? `public, max-age=${ONE_YEAR_SECONDS}, immutable`
        : `public, max-age=${ONE_HOUR_SECONDS}`,
      Vary: 'Accept-Encoding',
    })
    .send(copy?.bytes ?? plain);
}
