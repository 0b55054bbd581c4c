import type { Capabilities, CardType, MinorUnits } from '../capabilities.ts';
import type { RedeTiming } from './call/timing.ts';

const KINDS: readonly CardType[] = ['credit', 'debit'];
const MIN_INSTALLMENT = 500;
export const MAX_REFERENCE = 16;
export const MAX_SOFT_DESCRIPTOR = 18;
/** With 3-D Secure, and then without blanks (docs/contract/acquirers.md A.3). */
export const MAX_SOFT_DESCRIPTOR_AUTHENTICATED = 13;
export const MAX_INSTALLMENTS = 12;
/** Ten digits. */
export const MAX_AMOUNT: MinorUnits = 9_999_999_999;
/** Not published for every line of business: Rede answers 173 and 354 when its own windows have ended. */
const CAPTURE_DAYS = 29;
const REFUND_DAYS = { credit: 90, debit: 7 } as const;

/** What Rede can do (docs/contract/acquirers.md A.2, A.3, G.1). */
export function redeCapabilities(timing: RedeTiming): (kind: CardType) => Capabilities {
  const { connectMs, authorizeMs, otherMs, maxProcessingMs } = timing;
  const credit: Capabilities = {
    kinds: KINDS,
    capture: { later: true, partial: true, multiple: false, windowDays: CAPTURE_DAYS },
    voidBeforeCapture: 'full',
    refund: { partial: true, multiple: true, windowDays: REFUND_DAYS.credit, asynchronous: true },
    zeroAmount: true,
    installments: { plans: ['store'], max: MAX_INSTALLMENTS, minAmountEach: MIN_INSTALLMENT },
    reference: { maxLength: MAX_REFERENCE },
    softDescriptor: { maxLength: MAX_SOFT_DESCRIPTOR },
    queryBy: { ourReference: true, theirId: true },
    undo: 'query_first',
    threeDSecure: 'embedded',
    externalProof: true,
    storedCards: 'by_token',
    timing: { connectMs, authorizeMs, otherMs, maxProcessingMs },
  };
  const debit: Capabilities = {
    ...credit,
    capture: { ...credit.capture, later: false },
    refund: { ...credit.refund, windowDays: REFUND_DAYS.debit },
  };
  return (kind) => (kind === 'debit' ? debit : credit);
}
