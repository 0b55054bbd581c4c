import { refuseAccount } from '../../refusals.ts';

/** A public id of a shop for its pages in the browser (docs/checkout.md): it can fetch public keys, nothing else. */
export interface CheckoutId {
  readonly id: number;
  readonly personId: number;
  /** `pub_` and 24 hexadecimal digits. */
  readonly publicId: string;
  readonly label: string | undefined;
  /** Origins of the pages that may use it, such as `https://loja.exemplo.com.br`; none: all. */
  readonly origins: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

export const PUBLIC_ID_BYTES = 12;
export const PUBLIC_ID = /^pub_[0-9a-f]{24}$/;
export const MAX_CHECKOUT_IDS = 20;
const MAX_ORIGINS = 20;
export const MAX_ORIGIN_CHARACTERS = 255;

/** Origins as browsers send them; throws `origin_invalid` for anything else. */
export function readOrigins(given: readonly string[]): readonly string[] {
  if (given.length > MAX_ORIGINS) throw refuseAccount('origin_invalid', { field: 'origins' });
  return [...new Set(given.map(readOrigin))];
}

function readOrigin(text: string): string {
  const trimmed = text.trim();
  const url = trimmed.length <= MAX_ORIGIN_CHARACTERS ? URL.parse(trimmed) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!url || !isWeb || !isBare) throw refuseAccount('origin_invalid', { field: 'origins' });
  return url.origin;
}
