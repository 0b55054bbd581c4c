/** An error of the gateway or of the network. */
export class GuicheError extends Error {
  /** `card_number_invalid`, `status_conflict`, …; `network` if no answer came. */
  readonly code: string;
  /** HTTP status; undefined if no answer came. */
  readonly status: number | undefined;
  /** The invalid field of a 400, such as `payment.card.cardInfo.number`. */
  readonly field: string | undefined;
  /** For questions to the operator of the gateway. */
  readonly requestId: string | undefined;

  constructor(message: string, facts: ErrorFacts, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.field = facts.field;
    this.requestId = facts.requestId;
  }
}

export interface ErrorFacts {
  readonly code: string;
  readonly status?: number | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
}

/** 400, 413, 415, 422: the request is wrong; a retry is refused again. */
export class RequestError extends GuicheError {}
/** 401, 403: wrong credentials, or the person is not active. */
export class CredentialsError extends GuicheError {}
/** 404. */
export class NotFoundError extends GuicheError {}
/** 409: the state of the transaction does not allow this. */
export class ConflictError extends GuicheError {}
/** 429, after all retries. */
export class RateLimitError extends GuicheError {}
/**
 * 5xx or no answer, after all retries. The write may have happened: the same call with the same idempotency key returns
 * its result, and never does it twice.
 */
export class UnavailableError extends GuicheError {}

export function errorOf(message: string, facts: ErrorFacts & { readonly status: number }): GuicheError {
  const { status } = facts;
  if (status >= 500) return new UnavailableError(message, facts);
  if (status === 401 || status === 403) return new CredentialsError(message, facts);
  if (status === 404) return new NotFoundError(message, facts);
  if (status === 409) return new ConflictError(message, facts);
  if (status === 429) return new RateLimitError(message, facts);
  return new RequestError(message, facts);
}
