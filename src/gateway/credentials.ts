import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Merchant } from '../accounts/credentials/index.ts';
import { refuseAccount } from '../accounts/refusals.ts';
import { alsoLog } from '../platform/http/index.ts';
import { Secret } from '../platform/secret.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gateway's credential hooks, for the routes behind them. */
    merchant: Merchant | null;
  }
}

const BASIC = /^Basic ([A-Za-z0-9+/=_-]+)$/i;
const MAX_CREDENTIAL_CHARACTERS = 200;

interface Pair {
  readonly name: string;
  readonly key: Secret;
}

/** Headers authenticationApi and authenticationKey (docs/contract/service.md, Authentication). */
export function requireApiPair(accounts: Accounts): onRequestAsyncHookHandler {
  return async (request) => {
    const pair = apiPair(request);
    admit(accounts, request, pair && (await accounts.verifyApi(pair.name, pair.key)));
  };
}

/** The checkout pair as Basic; also the API pair, but not from a browser (docs/contract/decided.md 3). */
export function requireCheckoutPair(accounts: Accounts): onRequestAsyncHookHandler {
  return async (request) => {
    const isFromBrowser = request.headers.origin !== undefined;
    const basic = basicPair(request.headers.authorization);
    const pair = isFromBrowser ? undefined : (basic ?? apiPair(request));
    const merchant =
      (basic && (await accounts.verifyCheckout(basic.name, basic.key))) ??
      (pair && (await accounts.verifyApi(pair.name, pair.key)));
    admit(accounts, request, merchant);
  };
}

/** Throws credentials_invalid without a merchant. */
function admit(accounts: Accounts, request: FastifyRequest, merchant: Merchant | undefined): void {
  if (!merchant) {
    // Checked after the verification: a client with a wrong key must not lock out others with the same address.
    accounts.failures.check(request.clientAddress);
    accounts.failures.record(request.clientAddress);
    throw refuseAccount('credentials_invalid');
  }
  request.merchant = merchant;
  alsoLog(request, { merchant: merchant.personId });
  request.isKnown = true;
}

/** The merchant of a request behind one of the hooks. */
export function merchantOf(request: FastifyRequest): Merchant {
  if (!request.merchant) throw new Error('this route has no credential hook');
  return request.merchant;
}

function apiPair(request: FastifyRequest): Pair | undefined {
  const name = request.headers.authenticationapi;
  const key = request.headers.authenticationkey;
  if (typeof name !== 'string' || typeof key !== 'string') return undefined;
  return pairOf(name.trim(), key.trim());
}

function basicPair(header: string | undefined): Pair | undefined {
  const encoded = BASIC.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : pairOf(text.slice(0, colon), text.slice(colon + 1));
}

function pairOf(name: string, key: string): Pair | undefined {
  if (name === '' || key === '') return undefined;
  if (name.length > MAX_CREDENTIAL_CHARACTERS || key.length > MAX_CREDENTIAL_CHARACTERS) return undefined;
  return { name, key: new Secret(key) };
}
