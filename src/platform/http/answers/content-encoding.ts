import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this many characters the headers are most of an answer. */
const MIN_CHARACTERS = 1_024;
/** Half the time of zlib's default, for answers that are a twentieth larger. */
const FAST_LEVEL = 4;

const compress = promisify(gzip);

/** Gives the body to send for a text that stays the same, with the headers that say how it is encoded. */
export type KeptBody = (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer>;

/** Whether the client accepts a content coding; `q=0` refuses one (RFC 9110, 12.5.3). */
export function acceptsEncoding(
  { headers }: Pick<FastifyRequest, 'headers'>,
  coding: 'br' | 'gzip',
): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}

/**
 * The body to send for a text, compressed where the client accepts it, with the headers that say so. Not for answers with
 * a secret: from the length of a compressed answer a secret beside repeated input can be guessed (BREACH).
 */
export async function compressedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  reply.header('Vary', 'Accept-Encoding');
  if (text.length < MIN_CHARACTERS || !acceptsEncoding(request, 'gzip')) return text;
  reply.header('Content-Encoding', 'gzip');
  return compress(text, { level: FAST_LEVEL });
}

/**
 * A text that is made and compressed when it is first asked for, and kept: readers after the first cost no more than their
 * bytes. What fails is made anew.
 */
export function keptBody(make: () => Promise<string>): KeptBody {
  const build = async () => {
    const plain = Buffer.from(await make());
    return { plain, small: await compress(plain) };
  };
  let kept: ReturnType<typeof build> | undefined;
  return async (request, reply) => {
    kept ??= build().catch((error) => {
      kept = undefined;
      throw error;
    });
    const { plain, small } = await kept;
    reply.header('Vary', 'Accept-Encoding');
    if (!acceptsEncoding(request, 'gzip')) return plain;
    reply.header('Content-Encoding', 'gzip');
    return small;
  };
}
