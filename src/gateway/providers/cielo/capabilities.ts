import type { Capabilities, CardType } from '../capabilities.ts';
import { CHECKED_BRANDS } from './brands.ts';
import type { CieloTiming } from './call/timing.ts';

const KINDS: readonly CardType[] = ['credit', 'debit'];
const MIN_INSTALLMENT = 500;
const INSTALLMENT_TOO_SMALL = 'EE';
export const CIELO_MAX_INSTALLMENTS = 12;
export const CIELO_MAX_SOFT_DESCRIPTOR = 13;
const MAX_REFERENCE = 50;
/** Since July 2026 Mastercard's authorizations are released sooner. */
const CAPTURE_DAYS: Readonly<Record<string, number>> = { MASTERCARD: 7 };
const OTHERWISE_CAPTURE_DAYS = 15;
/** Cielo takes cancels for 360 days, but tells of a sale, whose sum proves them, for three months only. */
const REFUND_DAYS = 90;

/** What Cielo can do. */
export function cieloCapabilities(
  timing: CieloTiming,
): (brand: string | undefined, kind: CardType) => Capabilities {
  const { connectMs, authorizeMs, otherMs, maxProcessingMs } = timing;
  return (brand = '', kind) => ({
    kinds: KINDS,
    capture: {
      later: kind === 'credit',
      partial: true,
      multiple: false,
      windowDays: CAPTURE_DAYS[brand] ?? OTHERWISE_CAPTURE_DAYS,
    },
    voidBeforeCapture: 'full',
    refund: { partial: true, multiple: true, windowDays: REFUND_DAYS, asynchronous: true, toldAs: 'sum' },
    zeroAmount: CHECKED_BRANDS.has(brand),
    installments: {
      plans: ['store', 'issuer'],
      max: CIELO_MAX_INSTALLMENTS,
      minAmountEach: MIN_INSTALLMENT,
      tooSmallCode: INSTALLMENT_TOO_SMALL,
    },
    reference: { maxLength: MAX_REFERENCE },
    softDescriptor: { maxLength: CIELO_MAX_SOFT_DESCRIPTOR },
    queryBy: { ourReference: true, theirId: true },
    undo: 'query_first',
    threeDSecure: 'none',
    externalProof: true,
    storedCards: 'by_token',
    timing: { connectMs, authorizeMs, otherMs, maxProcessingMs },
  });
}
