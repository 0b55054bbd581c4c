import { isUtf8 } from 'node:buffer';
import { httpRefuse } from '../answers/refusals.ts';

const NOT_UTF8 = 'O corpo da requisição não está em UTF-8: envie-o assim, ou diga o charset no Content-Type.';
const MAX_DEPTH = 10;
/** Members and elements of a whole body: far more than any request has, few enough to be read at once. */
const MAX_COMMAS = 5_000;
const COMMA = ','.charCodeAt(0);
/** Escapes that can make a NUL or half of a surrogate pair; without them a text in valid UTF-8 has neither. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const JSON_MEDIA_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?json$/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/**
 * Reads the body of a request as JSON (docs/contract/decided.md 2): any charset, a missing Content-Type and an empty body are
 * understood. Throws 415 for another media type and 400 for what is not JSON, too deep, or holds NUL or lone surrogates.
 */
export function parseBody(contentType: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const mediaType = contentType?.split(';', 1)[0]?.trim() ?? '';
  if (mediaType !== '' && !JSON_MEDIA_TYPE.test(mediaType)) throw httpRefuse('unsupported_media_type');
  if (hasMoreCommas(bytes, MAX_COMMAS)) throw httpRefuse('body_too_many_values');
  const text = decode(bytes, contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1]);
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (deeperThan(value, MAX_DEPTH)) throw httpRefuse('body_too_deep');
  if (SUSPICIOUS_ESCAPE.test(text) && holdsBadText(value)) throw httpRefuse('body_bad_text');
  return value;
}

/**
 * The media type that is meant: some libraries send it twice, others send an empty one, which counts as none. What
 * names two different ones stays as it is.
 */
export function meantContentType(contentType: string | undefined): string | undefined {
  const [first = '', ...others] = (contentType ?? '').split(',').map((part) => part.trim());
  const typeOf = (part: string) => part.split(';', 1)[0]?.trim().toLowerCase();
  if (others.some((other) => other !== '' && typeOf(other) !== typeOf(first))) return contentType;
  return first === '' ? undefined : first;
}

/** Throws 415 for a body that is compressed. */
export function refuseEncodedBody(contentEncoding: string | undefined): void {
  const coding = contentEncoding?.trim() ?? '';
  if (coding !== '' && coding.toLowerCase() !== 'identity') throw httpRefuse('content_encoding_unsupported');
}

/** Counted before parsing, which such a body would make expensive. Commas in texts count too. */
function hasMoreCommas(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false;
  let commas = 0;
  for (let at = bytes.indexOf(COMMA); at >= 0; at = bytes.indexOf(COMMA, at + 1)) {
    commas += 1;
    if (commas > most) return true;
  }
  return false;
}

function decode(bytes: Buffer, charset = 'utf-8'): string {
  if (/^utf-?8$/i.test(charset)) {
    if (!isUtf8(bytes)) throw httpRefuse('body_invalid', { message: NOT_UTF8 });
    const text = bytes.toString('utf8');
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
  const decoder = decoderOf(charset);
  if (decoder === undefined) return decode(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    throw httpRefuse('body_invalid');
  }
}

/** Undefined for an unknown charset: the body is then read as UTF-8. */
function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw httpRefuse('body_invalid');
  }
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) {
    if (deeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

function holdsBadText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, field]) => holdsBadText(name) || holdsBadText(field));
}
