import { newResult, type Result } from './transaction.ts';

/** An idempotency key that a request has claimed. Times in milliseconds since 1970. */
export interface IdempotencyKey {
  /** Keyed hash of merchant, route and key. */
  readonly id: string;
  /** Keyed hash of the request without the cvv. */
  readonly fingerprint: string;
  readonly transactionId: string;
  /** The instance serving the first request. */
  readonly holder: string;
  /** JSON of the first answer's result; undefined while there is none. */
  readonly answer: string | undefined;
  readonly createdAt: number;
}

/** What the first request was answered with. */
export interface FirstAnswer {
  readonly result: Result;
  /** It was refused after it had begun: the same request that comes again must not do something else. */
  readonly isRefused?: boolean;
}

export function writeFirstAnswer({ result, isRefused }: FirstAnswer): string {
  return JSON.stringify(isRefused ? { ...result, isRefused } : result);
}

export function readFirstAnswer(text: string): FirstAnswer {
  const { isRefused = false, ...read } = JSON.parse(text) as Result & { readonly isRefused?: boolean };
  return { result: newResult(read.status, read), isRefused };
}

/** Claim of a key, written in the request's first commit. */
export type Claim = Pick<IdempotencyKey, 'id' | 'fingerprint' | 'holder' | 'createdAt'>;

/** Thrown when another request claimed the same idempotency key first. */
export class IdempotencyKeyTaken extends Error {
  constructor() {
    super('another request with this idempotency key was first');
    this.name = 'IdempotencyKeyTaken';
  }
}

/** Change of an idempotency key. A request that changed nothing frees it. */
export type KeyChange =
  | { readonly kind: 'claim'; readonly key: IdempotencyKey }
  | ({ readonly kind: 'answer'; readonly id: string } & FirstAnswer)
  | { readonly kind: 'free'; readonly id: string };
