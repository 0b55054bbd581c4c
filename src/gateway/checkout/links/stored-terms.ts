import { PAYMENT_KINDS } from '../../kinds/index.ts';
import {
  type FormerIntention,
  type Members,
  readFormerOffers,
  readOffers,
  writeOffers,
} from '../../transactions/index.ts';
import type { LinkTerms } from './payment-link.ts';

interface StoredTerms extends Omit<LinkTerms, 'offers'> {
  readonly offers: readonly Members[];
}

/** Of links made when cards were all that could be offered. */
interface FormerTerms extends Omit<LinkTerms, 'offers'>, Omit<FormerIntention, 'choice'> {
  readonly offers?: undefined;
  readonly intention: Members;
}

export function writeTerms({ offers, ...terms }: LinkTerms): string {
  return JSON.stringify({ ...terms, offers: writeOffers(PAYMENT_KINDS, offers) } satisfies StoredTerms);
}

/** Of whichever version. */
export function readTerms(text: string): LinkTerms {
  const stored = JSON.parse(text) as StoredTerms | FormerTerms;
  const { referenceId, postBackUrl, returnUrl } = stored;
  const offers = stored.offers
    ? readOffers(PAYMENT_KINDS, stored.offers)
    : readFormerOffers(PAYMENT_KINDS, { ...stored, choice: stored.intention });
  return { referenceId, postBackUrl, returnUrl, offers };
}
