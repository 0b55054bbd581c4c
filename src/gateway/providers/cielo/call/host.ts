import { randomUUID } from 'node:crypto';
import type { Secret } from '../../../../platform/secret.ts';
import {
  type Deadline,
  type Exchange,
  type Fields,
  type HttpLink,
  type Reply,
  withoutSecrets,
} from '../../http/index.ts';
import { errorVerdict } from '../answer/verdict.ts';
import { readAnswer } from './read-answer.ts';
import type { CieloAccount } from './settings.ts';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const TIMED_OUT = 408;
const TOO_MANY = 429;

export interface CieloCall {
  /** Queries go to a host of their own. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** After the base address: `/1/sales/`. */
  readonly path: string;
  readonly body?: Fields;
  /** Card numbers and tokens that an answer may repeat and that must not be kept. */
  readonly secrets?: readonly Secret[];
}

export interface CieloHost {
  /** One call, sent once. Never throws. */
  call(account: CieloAccount, call: CieloCall, deadline: Deadline): Promise<Reply>;
}

export function createCieloHost({ link, leastMs }: { link: HttpLink; leastMs: number }): CieloHost {
  return {
    call: async (account, call, deadline) => {
      // A call that is not begun is proven not sent; begun too late, its outcome could only be unknown.
      if (deadline.remainingMs() < leastMs) return { kind: 'not_sent', reason: 'no time left' };
      const exchange = await link.exchange(requestOf(account, call), deadline);
      return replyOf(withoutSecrets(exchange, [account.merchantKey, ...(call.secrets ?? [])]));
    },
  };
}

function requestOf(account: CieloAccount, { method, path, body }: CieloCall) {
  return {
    method,
    url: new URL((method === 'GET' ? account.queryUrl : account.baseUrl) + path),
    headers: {
      merchantid: account.merchantId,
      merchantkey: account.merchantKey.reveal(),
      // Only a trace: Cielo has no key of idempotency.
      requestid: randomUUID(),
      'content-type': 'application/json; charset=utf-8',
      accept: 'application/json',
      'user-agent': 'Guiche',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function replyOf(exchange: Exchange): Reply {
  if (exchange.kind !== 'answered') return exchange;
  const { status, text } = exchange;
  // Cielo's edge rejects these before anything is done (docs/contract/acquirers.md G.4).
  if (status === UNAUTHORIZED)
    return { kind: 'not_sent', reason: 'the host refused the credentials (HTTP 401)' };
  if (status === FORBIDDEN)
    return { kind: 'not_sent', reason: 'the host refuses the address of this server (HTTP 403)' };
  if (status === TOO_MANY) return { kind: 'not_sent', reason: 'the host takes no more calls now (HTTP 429)' };
  const readable = (status >= 200 && status < 300) || (status >= 400 && status < 500);
  if (!readable || status === TIMED_OUT) return { kind: 'unknown', reason: `HTTP ${status}`, status };
  const isEmpty = status === NOT_FOUND && text.trim() === '';
  const fields = isEmpty ? {} : readAnswer(text);
  if (!fields) return { kind: 'unknown', reason: `HTTP ${status} without a readable answer`, status };
  // A proxy between here and Cielo answers 404 too, and knows no sale.
  if (status === NOT_FOUND && !isEmpty && errorVerdict(fields)?.kind !== 'not_found') {
    return { kind: 'unknown', reason: 'HTTP 404 that is not of Cielo', status };
  }
  return { kind: 'answered', status, fields };
}
