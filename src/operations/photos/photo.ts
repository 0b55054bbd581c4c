import { BODY_LIMIT_BYTES } from '../../platform/http/index.ts';

/** Bytes of a sent photo, after base64 decoding. */
const MAX_SENT_BYTES = 8 * 1024 * 1024;
/** The same of a page, or of a PDF. */
const MAX_PAGES_BYTES = 10 * 1024 * 1024;

/** Limits of pictures to decode. */
export interface DecodeLimits {
  /** Width times height; each takes four bytes once decoded. */
  readonly maxPixels: number;
  /** Long thin pictures cost far more than their number of pixels. */
  readonly maxSide: number;
  /** Longest side of what is written; absent: that of a photo. */
  readonly side?: number;
  /** A page to be printed: what shines through is white, so that whoever lays it out has no pixels to take apart. */
  readonly onWhite?: true;
}

/** 160 MB once decoded. */
export const LIMITS_WITH_KEY: DecodeLimits = { maxPixels: 40_000_000, maxSide: 16_384 };
/** For callers without a key: enough for what is stored, at a fifth of the cost. */
export const LIMITS_WITHOUT_KEY: DecodeLimits = { maxPixels: 8_000_000, maxSide: 8_192 };

/** Longest side of a stored photo, in pixels. */
export const PHOTO_SIDE = 1_200;
/** Longest side of a page that somebody reads. */
export const PAGE_SIDE = 2_400;
export const THUMBNAIL_SIDE = 240;
/** Maximum number of photos stored for one person. */
export const MAX_PHOTOS_PER_PERSON = 25_000;
export const MAX_BYTES_PER_PERSON = 5 * 1024 ** 3;

type SentFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'pdf';

/** The stored form of a photo. Only its pixels: metadata of the sent file (place, camera, other data) is dropped. */
export interface PreparedPhoto {
  readonly extension: 'jpg' | 'png';
  readonly photo: Buffer;
  readonly thumbnail: Buffer;
}

/** Also the name of the file, so that no other path is ever opened. */
const PHOTO_ID = /^[0-9a-f]{32}\.(?:jpg|png)$/;

export function isPhotoId(text: string): boolean {
  return PHOTO_ID.test(text);
}

export function contentTypeOf(photoId: string): string {
  return photoId.endsWith('.png') ? 'image/png' : 'image/jpeg';
}

/** Base64 of so many bytes, some line breaks and a `data:` prefix. */
const charactersOf = (bytes: number) => Math.ceil((bytes * 4) / 3) + 512 * 1024;
export const MAX_PHOTO_CHARACTERS = charactersOf(MAX_SENT_BYTES);
/** The largest body: the largest photo plus the fields of any other body. */
export const BODY_WITH_PHOTO_BYTES = MAX_PHOTO_CHARACTERS + BODY_LIMIT_BYTES;
/** The same with a page, or a PDF. */
export const BODY_WITH_PAGES_BYTES = charactersOf(MAX_PAGES_BYTES) + BODY_LIMIT_BYTES;
const DATA_PREFIX = /^\s*data:[^,]{0,200},/i;
const BASE64 = /^[\w+/-]+={0,2}$/;

/**
 * The bytes of a base64 text (with or without `data:` prefix, white space, padding, in either alphabet) if they start
 * like a supported image and are not too many; undefined otherwise.
 */
export function readImageText(text: string): Buffer | undefined {
  const bytes = readBytes(text, MAX_SENT_BYTES);
  const format = bytes && sentFormat(bytes);
  return format === undefined || format === 'pdf' ? undefined : bytes;
}

/** The same of a page, which may be a picture or a PDF. */
export function readPagesText(text: string): { readonly bytes: Buffer; readonly isPdf: boolean } | undefined {
  const bytes = readBytes(text, MAX_PAGES_BYTES);
  const format = bytes && sentFormat(bytes);
  return bytes && format && { bytes, isPdf: format === 'pdf' };
}

function readBytes(text: string, most: number): Buffer | undefined {
  if (text.length > charactersOf(most)) return undefined;
  const bare = text.replace(DATA_PREFIX, '').replace(/\s+/g, '');
  if (!BASE64.test(bare)) return undefined;
  const bytes = Buffer.from(bare, 'base64');
  return bytes.length <= most ? bytes : undefined;
}

/** By the first bytes: the declared type is not trusted. */
function sentFormat(bytes: Buffer): SentFormat | undefined {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\xff\xd8\xff')) return 'jpeg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('%PDF-')) return 'pdf';
  return undefined;
}
