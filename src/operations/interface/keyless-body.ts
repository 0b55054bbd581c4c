import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpRefuse } from '../../platform/index.ts';
import type { Operation } from './operation.ts';

type Payload = NodeJS.ReadableStream & { receivedEncodedLength?: number };

/** Holds bodies that come without a key to their own, smaller limit, announced or not. */
export function keylessBodyLimit({ keylessBodyLimitBytes: limit }: Pick<Operation, 'keylessBodyLimitBytes'>) {
  return async (request: FastifyRequest, _reply: FastifyReply, payload: Payload): Promise<Payload> => {
    if (limit === undefined || request.holder) return payload;
    if (Number(request.headers['content-length'] ?? 0) > limit) throw httpRefuse('body_too_large');
    return payload.pipe(new Counted(limit));
  };
}

class Counted extends Transform {
  readonly #limit: number;
  receivedEncodedLength = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    if (this.receivedEncodedLength > this.#limit) done(httpRefuse('body_too_large'));
    else done(null, chunk);
  }
}
