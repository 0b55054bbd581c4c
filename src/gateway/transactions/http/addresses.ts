import { isPrivateHost } from '../../network-addresses.ts';

const MAX_POST_BACK_CHARACTERS = 300;
const MAX_RETURN_CHARACTERS = 500;
const PRODUCTION_PORTS = new Set(['', '80', '443', '8080']);

/**
 * postBackUrl (docs/contract/decided.md 3): http(s). In production only ports 80, 443 and 8080, no user, and
 * no literal address that is not public unicast; what a name resolves to is checked when connecting.
 */
export function isPostBackUrl(text: string, production: boolean): boolean {
  const url = httpUrl(text, MAX_POST_BACK_CHARACTERS);
  if (!url) return false;
  if (!production) return true;
  return PRODUCTION_PORTS.has(url.port) && !hasUser(url) && !isPrivateHost(url.hostname);
}

/** returnUrl (docs/contract/decided.md 3): absolute http(s) without a user, https in production. */
export function isReturnUrl(text: string, production: boolean): boolean {
  const url = httpUrl(text, MAX_RETURN_CHARACTERS);
  if (!url || hasUser(url)) return false;
  return !production || url.protocol === 'https:';
}

/** `URL` ignores control characters, which no honest address contains. */
function httpUrl(text: string, maxCharacters: number): URL | undefined {
  if (text.length > maxCharacters || !/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

function hasUser(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}
