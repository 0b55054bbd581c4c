import type { IssuerAuthentication } from './authentication.ts';
import { silentAuthentication } from './authentication-scenarios.ts';
import type { IssuerRefusal } from './issuer-scenarios.ts';

/** What is sent back to a request to authorize. Everything but `given` and `challenge` hides the decision. */
export type WireAnswer =
  | 'given'
  /** No answer until the caller's deadline. */
  | 'none'
  | 'connection_reset'
  /** The connection is refused: the request never arrives. */
  | 'connection_refused'
  /** HTTP 500, JSON without a return code. */
  | 'server_error'
  /** HTTP 502, an HTML page. */
  | 'bad_gateway'
  /** HTTP 200 with incomplete JSON. */
  | 'truncated'
  /** A refusal because the reference was used before. */
  | 'duplicate'
  /** An address where the buyer must be authenticated first, although 3-D Secure was not asked for. */
  | 'challenge';

/**
 * The whole life of a charge, as data. Whoever plays it (the connector in this process, or a host that speaks an
 * acquirer's protocol) decides on the form. Times are in milliseconds before the time scale.
 */
export interface Scenario {
  /** Three digits as in the card number, or a word. */
  readonly name: string;
  readonly issuer: 'approves' | IssuerRefusal;
  readonly zeroAmountPasses: boolean;
  /** What happens first, where 3-D Secure is asked for. */
  readonly authentication: IssuerAuthentication;
  readonly authorize: {
    readonly decidesAfterMs: number;
    /** Whether the issuer's decision is recorded in the acquirer's book. */
    readonly recorded: boolean;
    readonly answer: WireAnswer;
    /** HTTP status of a first call that is rejected unprocessed; the next call is served. */
    readonly firstCallRejectedWith: 401 | 429 | undefined;
    readonly acceptsReferenceAgain: boolean;
  };
  /** How long the charge is neither approved nor declined. */
  readonly pendingMs: number;
  readonly queriesFailForMs: number;
  readonly capture: 'done' | 'answer_lost' | 'authorization_expired';
  readonly refund: 'done' | 'answer_lost' | 'no_balance' | 'processing';
  readonly undo: { readonly callsThatTimeOut: number; readonly refused: boolean };
}

/** How a scenario differs from a plain approval. */
export type ScenarioChanges = Partial<Omit<Scenario, 'name' | 'authorize'>> & {
  readonly authorize?: Partial<Scenario['authorize']>;
};

/** A scenario, given how it differs from a plain approval. */
export function scenario(name: string, changes: ScenarioChanges = {}): Scenario {
  return {
    name,
    issuer: 'approves',
    zeroAmountPasses: false,
    authentication: silentAuthentication,
    pendingMs: 0,
    queriesFailForMs: 0,
    capture: 'done',
    refund: 'done',
    undo: { callsThatTimeOut: 0, refused: false },
    ...changes,
    authorize: {
      decidesAfterMs: 0,
      recorded: true,
      answer: 'given',
      firstCallRejectedWith: undefined,
      acceptsReferenceAgain: false,
      ...changes.authorize,
    },
  };
}
