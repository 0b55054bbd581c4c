import { randomUUID } from 'node:crypto';
import type { Secret } from '../../../../platform/secret.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import {
  type Deadline,
  type Exchange,
  type Fields,
  type HttpLink,
  readFields,
  tokenWithin,
  withoutSecrets,
} from '../../http/index.ts';
import { type Problem, readProblem } from '../answer/problem.ts';
import type { HeaderValue } from '../profiles/profile.ts';
import type { BankAccess } from './settings.ts';
import type { BankTokens } from './tokens.ts';

const UNAUTHORIZED = 401;
const TIMED_OUT = 408;
const TOO_MANY = 429;
/** Some banks refuse the first alone where the answer has no body. */
const ACCEPTED = 'application/json, application/problem+json';

export interface BankCall {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  /** After the base address and its version: `/cob/{txid}`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a bank answered, or why there is no readable answer. */
export type BankReply =
  /** A success; the fields are empty where it had no body. */
  | { readonly kind: 'done'; readonly status: number; readonly fields: Fields }
  /** A refusal in one of the forms of this bank. */
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Problem }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly status?: number };

export interface BankHost {
  /** One call. Renews a dead token once and then repeats the call once. Never throws. */
  call(account: BankAccess, call: BankCall, deadline: Deadline): Promise<BankReply>;
}

export function createBankHost(parts: {
  readonly link: HttpLink;
  readonly tokens: BankTokens;
  readonly clock: Clock;
  readonly leastMs: number;
}): BankHost {
  const { link, tokens, clock, leastMs } = parts;

  const send = async (account: BankAccess, call: BankCall, token: Secret, deadline: Deadline) => {
    // A call that is not begun is proven not sent; begun too late, its outcome could only be unknown.
    if (deadline.remainingMs() < leastMs) return { kind: 'not_sent', reason: 'no time left' } as const;
    const exchange = await link.exchange(requestOf(account, call, token), deadline);
    const { clientSecret } = account;
    return withoutSecrets(exchange, [token, ...(clientSecret ? [clientSecret] : [])]);
  };

  return {
    call: async (account, call, deadline) => {
      const over = certificateProblem(account, clock.now());
      if (over !== undefined) return { kind: 'not_sent', reason: over };
      const first = await tokenWithin(deadline, tokens.get(account));
      if (first.kind === 'none') return { kind: 'not_sent', reason: first.reason };
      const exchange = await send(account, call, first.token, deadline);
      if (!isTurnedAway(exchange)) return replyOf(exchange, account);
      const second = await tokenWithin(deadline, tokens.insteadOf(account, first.token));
      if (second.kind === 'none') return { kind: 'not_sent', reason: second.reason };
      return replyOf(await send(account, call, second.token, deadline), account);
    },
  };
}

/** Why nothing may be sent with the account's certificate; undefined when it is good, or there is none. */
export function certificateProblem({ certificate }: BankAccess, now: number): string | undefined {
  const { from, ends } = certificate;
  if (ends !== undefined && now >= ends) {
    return `the certificate ended on ${new Date(ends).toISOString().slice(0, 10)}`;
  }
  if (from !== undefined && now < from) {
    return `the certificate is good from ${new Date(from).toISOString().slice(0, 10)} on`;
  }
  return undefined;
}

function requestOf(account: BankAccess, call: BankCall, token: Secret) {
  const { method, body, headers = {} } = call;
  return {
    method,
    url: urlOf(account, call),
    headers: {
      authorization: `Bearer ${token.reveal()}`,
      accept: ACCEPTED,
      'user-agent': 'Guiche',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...ownHeaders(account),
      ...headers,
    },
    identity: account.certificate.identity,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  } as const;
}

function urlOf({ api, profile, own }: BankAccess, { path, query = {} }: BankCall): URL {
  const { charge, rest } = profile.versions;
  const url = new URL(`${api}${path.startsWith('/cob/') ? charge : rest}${path}`);
  for (const [name, setting] of Object.entries(profile.query)) {
    const value = own[setting];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function ownHeaders(account: BankAccess): Record<string, string> {
  return Object.fromEntries(
    Object.entries(account.profile.headers).flatMap(([name, value]) => {
      const text = headerText(account, value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function headerText({ clientId, own }: BankAccess, value: HeaderValue): string | undefined {
  if (value === 'client_id') return clientId;
  return value === 'guid' ? randomUUID() : own[value];
}

/** A bank's edge rejects a dead token before anything is done. */
function isTurnedAway(exchange: Exchange): boolean {
  return exchange.kind === 'answered' && exchange.status === UNAUTHORIZED;
}

function replyOf(exchange: Exchange, { profile }: BankAccess): BankReply {
  if (exchange.kind !== 'answered') return exchange;
  const { status, text } = exchange;
  if (isTurnedAway(exchange)) {
    return { kind: 'not_sent', reason: 'the host refused the credentials (HTTP 401)' };
  }
  if (status === TOO_MANY) return { kind: 'not_sent', reason: 'the host takes no more calls now (HTTP 429)' };
  const fields = text.trim() === '' ? {} : readFields(text);
  if (status >= 200 && status < 300 && fields) return { kind: 'done', status, fields };
  const problem =
    fields && status >= 400 && status < 500 && status !== TIMED_OUT
      ? readProblem(fields, profile.errors)
      : undefined;
  if (problem) return { kind: 'refused', status, problem };
  const reason = fields ? `HTTP ${status}` : `HTTP ${status} without a readable answer`;
  return { kind: 'unknown', reason, status };
}
