/** An idempotency key that a request has taken. Times in milliseconds since 1970. */
export interface IdempotencyKey {
  /** Keyed hash of merchant, route and key. */
  readonly id: string;
  /** Keyed hash of what was asked, without the cvv. */
  readonly fingerprint: string;
  readonly transactionId: string;
  /** The instance that serves the first request. */
  readonly holder: string;
  /** JSON of the first answer's result; undefined while there is none. */
  readonly answer: string | undefined;
  readonly createdAt: number;
}

/** A key that a request takes, in the commit that states what it asks for. */
export type Claim = Pick<IdempotencyKey, 'id' | 'fingerprint' | 'holder' | 'createdAt'>;

/** Thrown when another request with the same idempotency key was first. */
export class IdempotencyKeyTaken extends Error {
  constructor() {
    super('another request with this idempotency key was first');
    this.name = 'IdempotencyKeyTaken';
  }
}
