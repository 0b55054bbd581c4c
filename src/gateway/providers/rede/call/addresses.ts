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

const MAX_ADDRESS = 300;
const MAX_PAGE_ADDRESS = 2_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
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

/** What is wrong with an address set by the operator, in Portuguese. */
export function addressProblem(text: string, production: boolean): string | undefined {
  const url = text.length <= MAX_ADDRESS && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || `${url.search}${url.hash}${url.username}${url.password}` !== '') {
    return 'deve ser um endereço http(s) sem usuário, parâmetros ou #';
  }
  if (mayCarryCards(url, production)) return undefined;
  return production
    ? 'deve ser https em produção (http só para esta máquina: 127.0.0.1, ::1 ou localhost)'
    : 'deve ser um endereço http(s)';
}

/** In production nothing is sent unencrypted, except to a host on this machine. */
function mayCarryCards(url: URL, production: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (!production || LOOPBACK.has(url.hostname));
}

/** Where a buyer is authenticated; undefined for anything that no browser should be sent to. */
export function pageAddress(text: unknown, production: boolean): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_PAGE_ADDRESS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return mayCarryCards(url, production) ? url.href : undefined;
}

export function withoutLastSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
