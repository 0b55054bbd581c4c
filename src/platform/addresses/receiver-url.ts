import { isPrivateHost } from './network-addresses.ts';

const PRODUCTION_PORTS = new Set(['', '80', '443', '8080']);

/**
 * An http(s) address of a receiver of ours (docs/contract/decided.md 3, "Postback"). In production only ports 80, 443 and
 * 8080, no user, and no literal address that is not public unicast; what a name resolves to is checked when connecting.
 */
export function isReceiverUrl(
  text: string,
  { production, maxCharacters }: { readonly production: boolean; readonly maxCharacters: number },
): boolean {
  const url = httpUrl(text, maxCharacters);
  if (!url) return false;
  if (!production) return true;
  return PRODUCTION_PORTS.has(url.port) && !hasUser(url) && !isPrivateHost(url.hostname);
}

/** Undefined for anything but an http(s) URL. `URL` ignores control characters, which no honest address contains. */
export function httpUrl(text: string, maxCharacters: number): URL | undefined {
  if (text.length > maxCharacters || !/^https?:\/\//i.test(text) || /\p{Cc}/u.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

export function hasUser(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}
