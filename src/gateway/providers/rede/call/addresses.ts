import { mayCarrySecrets, withoutLastSlash } from '../../http/index.ts';

/** Rede's own addresses (docs/contract/acquirers.md A.1). */
const API = {
  production: { oauth: 'https://api.userede.com.br/erede/v2', basic: 'https://api.userede.com.br/erede/v1' },
  sandbox: {
    oauth: 'https://sandbox-erede.useredecloud.com.br/v2',
    basic: 'https://sandbox-erede.useredecloud.com.br/v1',
  },
} as const;

const TOKEN = {
  production: 'https://api.userede.com.br/redelabs/oauth2/token',
  sandbox: 'https://rl7-sandbox-api.useredecloud.com.br/oauth2/token',
} as const;

/** Production is also told without `/redelabs`: the setting `cards` decides. */
const CARDS = {
  production: 'https://api.userede.com.br/redelabs/token-service/oauth/v2',
  sandbox: 'https://rl7-sandbox-api.useredecloud.com.br/token-service/oauth/v2',
} as const;

const MAX_PAGE_ADDRESS = 2_000;
/** Operators paste the address of a call as often as the base address. */
const CALL = /\/transactions$/;

export function defaultApi(production: boolean, auth: 'oauth' | 'basic'): string {
  return API[production ? 'production' : 'sandbox'][auth];
}

export function defaultTokenAddress(production: boolean): string {
  return TOKEN[production ? 'production' : 'sandbox'];
}

export function defaultCardsAddress(production: boolean): string {
  return CARDS[production ? 'production' : 'sandbox'];
}

/** Without a trailing slash and without the name of a call. */
export function apiBase(address: string): string {
  return withoutLastSlash(withoutLastSlash(address).replace(CALL, ''));
}

/** Where a buyer is authenticated; undefined for anything that no browser should be sent to. */
export function pageAddress(text: unknown, production: boolean): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_PAGE_ADDRESS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return mayCarrySecrets(url, production) ? url.href : undefined;
}
