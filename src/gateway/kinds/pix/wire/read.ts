import type { LocalTime } from '../../../../platform/time/clock.ts';
import { momentFromIso } from '../../../../platform/time/moment-from-iso.ts';
import { PIX_KEY_KINDS, type PixKeyKind } from '../../../providers/index.ts';
import { SHORTEST_CODE_MS } from '../offer/pix-offer.ts';
import type { PixSale } from '../prepare.ts';
import { refusePix } from '../refusals.ts';
import type { PixBody } from './schema.ts';

/** What the body of a sale says of its Pix, after its schema was checked. Throws Refusal 400. */
export function readPix(
  { provider, key, expirationDateTime }: PixBody,
  time: Pick<LocalTime, 'fromIso'>,
): Pick<PixSale, 'provider'> & { readonly payment: PixSale['order']['payment'] } {
  return {
    provider: provider === undefined || provider === '' ? undefined : provider.toUpperCase(),
    payment: { kind: 'pix', key: readKey(key), expiresAt: readExpiration(expirationDateTime, time) },
  };
}

const LONGEST_LIFE_MS = 365 * 24 * 60 * 60_000;

/** Throws pix_expiration_invalid: from a minute to a year ahead. */
export function checkPixExpiration(expiresAt: number | undefined, now: number): void {
  if (expiresAt === undefined) return;
  if (expiresAt >= now + SHORTEST_CODE_MS && expiresAt <= now + LONGEST_LIFE_MS) return;
  throw refusePix('pix_expiration_invalid', { field: 'payment.pix.expirationDateTime' });
}

function readKey(sent: unknown): PixKeyKind {
  if (sent === undefined || sent === null || sent === '') return 'RANDOM_KEY';
  const [first, ...others]: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  const key = PIX_KEY_KINDS.find((kind) => kind === first);
  if (key === undefined || others.length > 0) {
    throw refusePix('pix_key_invalid', { field: 'payment.pix.key' });
  }
  return key;
}

function readExpiration(text: string | undefined, time: Pick<LocalTime, 'fromIso'>): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = momentFromIso(text, time);
  if (Number.isFinite(at)) return at;
  throw refusePix('pix_expiration_invalid', { field: 'payment.pix.expirationDateTime' });
}
