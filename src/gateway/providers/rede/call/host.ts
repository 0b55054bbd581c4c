import type { Secret } from '../../../../platform/secret.ts';
import {
  type Deadline,
  type Exchange,
  type Fields,
  type HttpLink,
  identifier,
  type Reply,
  readFields,
  tokenWithin,
  withoutSecrets,
} from '../../http/index.ts';
import type { RedeAccount } from './settings.ts';
import { basicAuthorization, type Tokens } from './tokens.ts';

const UNAUTHORIZED = 401;
const TIMED_OUT = 408;
const TOO_MANY = 429;
/** Return code for an expired or unknown token. */
const DEAD_TOKEN_CODE = '4030';

export interface RedeCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Its base address is that of sales, or of the token service. */
  readonly service?: 'cards';
  /** After the base address: `/transactions`. */
  readonly path: string;
  readonly body?: Fields;
  /** Secrets and card numbers that an answer may repeat and that must not be kept. */
  readonly secrets?: readonly Secret[];
}

export interface RedeHost {
  /**
   * One call. Renews an expired token once and then repeats the call once (docs/contract/acquirers.md A.1). Never
   * throws.
   */
  call(account: RedeAccount, call: RedeCall, deadline: Deadline): Promise<Reply>;
}

export function createRedeHost(parts: { link: HttpLink; tokens: Tokens; leastMs: number }): RedeHost {
  const { link, tokens, leastMs } = parts;

  const send = async (
    account: RedeAccount,
    call: RedeCall,
    token: Secret | undefined,
    deadline: Deadline,
  ) => {
    // A call that is not begun is proven not sent; begun too late, its outcome could only be unknown.
    if (deadline.remainingMs() < leastMs) return { kind: 'not_sent', reason: 'no time left' } as const;
    const exchange = await link.exchange(requestOf(account, call, token), deadline);
    return withoutSecrets(exchange, [account.key, ...(token ? [token] : []), ...(call.secrets ?? [])]);
  };

  return {
    call: async (account, call, deadline) => {
      if (account.auth === 'basic') return replyOf(await send(account, call, undefined, deadline));
      const first = await tokenWithin(deadline, tokens.get(account));
      if (first.kind === 'none') return { kind: 'not_sent', reason: first.reason };
      const exchange = await send(account, call, first.token, deadline);
      if (!isTurnedAway(exchange)) return replyOf(exchange);
      const second = await tokenWithin(deadline, tokens.insteadOf(account, first.token));
      if (second.kind === 'none') return { kind: 'not_sent', reason: second.reason };
      return replyOf(await send(account, call, second.token, deadline));
    },
  };
}

function requestOf(
  account: RedeAccount,
  { method, service, path, body }: RedeCall,
  token: Secret | undefined,
) {
  return {
    method,
    url: new URL((service === 'cards' ? account.cardsAddress : account.api) + path),
    headers: {
      authorization: token ? `Bearer ${token.reveal()}` : basicAuthorization(account.pv, account.key),
      'content-type': 'application/json; charset=utf-8',
      accept: 'application/json',
      // Adds the scheme's own return code to the answers.
      'transaction-response': 'brand-return-opened',
      // The token service asked one integrator for the PV besides.
      ...(service === 'cards' ? { affiliation: account.pv } : {}),
      'user-agent': 'Guiche',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Rede's edge rejects these before anything is done (docs/contract/acquirers.md G.4). */
function isTurnedAway(exchange: Exchange): boolean {
  if (exchange.kind !== 'answered') return false;
  if (exchange.status === UNAUTHORIZED) return true;
  const fields = exchange.status >= 400 && exchange.status < 500 ? readFields(exchange.text) : undefined;
  return fields !== undefined && identifier(fields, 'returnCode') === DEAD_TOKEN_CODE;
}

function replyOf(exchange: Exchange): Reply {
  if (exchange.kind !== 'answered') return exchange;
  const { status, text } = exchange;
  if (isTurnedAway(exchange))
    return { kind: 'not_sent', reason: 'the host refused the credentials (HTTP 401)' };
  if (status === TOO_MANY) return { kind: 'not_sent', reason: 'the host takes no more calls now (HTTP 429)' };
  const readable = (status >= 200 && status < 300) || (status >= 400 && status < 500);
  if (!readable || status === TIMED_OUT) return { kind: 'unknown', reason: `HTTP ${status}`, status };
  const fields = readFields(text);
  if (!fields) return { kind: 'unknown', reason: `HTTP ${status} without a readable answer`, status };
  return { kind: 'answered', status, fields };
}
