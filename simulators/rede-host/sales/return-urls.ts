import { isMissing, objectOf } from '../../host/fields.ts';
import { type HostCode, refuse } from '../return-codes.ts';

const MAX_URL = 500;

/** Addresses of the shop to which the browser returns. */
export interface ReturnUrls {
  readonly successUrl: string;
  readonly failureUrl: string;
}

/** Reads `urls` of a sale with authentication. Throws a refusal (252–261). */
export function readReturnUrls(urls: unknown): ReturnUrls {
  const given = listOf(urls, '259');
  return {
    failureUrl: urlOf(given, 'threeDSecureFailure', ['260', '252', '253', '254']),
    successUrl: urlOf(given, 'threeDSecureSuccess', ['261', '255', '256', '257']),
  };
}

/** Reads the callback address of a refund; undefined when there is none. */
export function readCallbackUrl(urls: unknown): string | undefined {
  if (isMissing(urls)) return undefined;
  const callback = listOf(urls, '161').find(({ kind }) => kind === 'callback');
  if (callback === undefined) return undefined;
  if (isMissing(callback.url)) throw refuse('176');
  if (String(callback.url).length > MAX_URL) throw refuse('363');
  if (!isHttpUrl(callback.url)) throw refuse('161');
  return callback.url as string;
}

function listOf(urls: unknown, missing: HostCode) {
  if (isMissing(urls)) throw refuse(missing);
  if (!Array.isArray(urls)) throw refuse('161');
  if (urls.length === 0) throw refuse(missing);
  const given = urls.map(objectOf);
  if (given.some(({ kind }) => isMissing(kind))) throw refuse('160');
  return given;
}

function urlOf(
  given: ReturnType<typeof listOf>,
  kind: string,
  [absent, missing, size, format]: readonly [HostCode, HostCode, HostCode, HostCode],
): string {
  const found = given.find((url) => url.kind === kind);
  if (found === undefined) throw refuse(absent);
  if (isMissing(found.url)) throw refuse(missing);
  if (String(found.url).length > MAX_URL) throw refuse(size);
  if (!isHttpUrl(found.url)) throw refuse(format);
  return found.url as string;
}

export function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
