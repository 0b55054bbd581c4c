import type { LocalTime } from '../../../../platform/time/clock.ts';
import { momentFromIso } from '../../../../platform/time/moment-from-iso.ts';
import { PIX_KEY_KINDS, type PixKeyKind } from '../../../providers/index.ts';
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
