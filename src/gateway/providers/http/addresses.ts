const MAX_ADDRESS = 300;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** What is wrong with an address set by the operator, in Portuguese. */
export function addressProblem(text: string, production: boolean): string | undefined {
  const url = text.length <= MAX_ADDRESS && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || `${url.search}${url.hash}${url.username}${url.password}` !== '') {
    return 'deve ser um endereço http(s) sem usuário, parâmetros ou #';
  }
  if (mayCarrySecrets(url, production)) return undefined;
  return production
    ? 'deve ser https em produção (http só para esta máquina: 127.0.0.1, ::1 ou localhost)'
    : 'deve ser um endereço http(s)';
}

/** In production nothing is sent unencrypted, except to a host on this machine. */
export function mayCarrySecrets(url: URL, production: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (!production || LOOPBACK.has(url.hostname));
}

export function withoutLastSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
