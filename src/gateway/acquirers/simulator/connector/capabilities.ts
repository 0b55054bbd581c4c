import type { Capabilities, PaymentKind } from '../../connector.ts';

const KINDS: readonly PaymentKind[] = ['credit', 'debit'];

/** The simulated acquirer's limits, before the time scale. It decides within 25 s (scenario 602) or never. */
export const timing: Capabilities['timing'] = {
  connectMs: 3_000,
  authorizeMs: 30_000,
  otherMs: 10_000,
  maxProcessingMs: 30_000,
};

/** What the simulated acquirer can do: everything, except to authorize a debit without capturing it. */
export function simulatorCapabilities(
  timeScale: number,
  threeDSecure: Capabilities['threeDSecure'],
): (kind: PaymentKind) => Capabilities {
  const credit: Capabilities = {
    kinds: KINDS,
    capture: { later: true, partial: true, multiple: true, windowDays: 30 },
    voidBeforeCapture: 'partial',
    refund: { partial: true, multiple: true, windowDays: 365, asynchronous: true },
    zeroAmount: true,
    installments: { plans: ['store', 'issuer'], max: 99, minAmountEach: 0 },
    reference: { maxLength: 16 },
    softDescriptor: { maxLength: 22 },
    queryBy: { ourReference: true, theirId: true },
    undo: 'by_reference',
    threeDSecure,
    timing: { ...timing, maxProcessingMs: timing.maxProcessingMs / timeScale },
  };
  const debit: Capabilities = { ...credit, capture: { ...credit.capture, later: false } };
  return (kind) => (kind === 'debit' ? debit : credit);
}
