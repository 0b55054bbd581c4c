import type { Capabilities, CardType } from '../../capabilities.ts';
import { LONGEST_REFUND_DAYS } from '../../capabilities.ts';

const KINDS: readonly CardType[] = ['credit', 'debit'];

/** The simulated acquirer's limits, before the time scale. It decides within 25 s (scenario 602) or never. */
export const timing: Capabilities['timing'] = {
  connectMs: 3_000,
  authorizeMs: 30_000,
  otherMs: 10_000,
  maxProcessingMs: 30_000,
};

type Rules = Pick<Capabilities, 'installments' | 'softDescriptor' | 'threeDSecure' | 'externalProof'>;

/** The same as Rede's: what the sandbox sells and refuses under this name, production does too. */
const REDE: Rules = {
  installments: { plans: ['store'], max: 12, minAmountEach: 500 },
  softDescriptor: { maxLength: 18 },
  threeDSecure: 'embedded',
  externalProof: true,
};
/** The same as Cielo's. */
const CIELO: Rules = {
  installments: { plans: ['store', 'issuer'], max: 12, minAmountEach: 500, tooSmallCode: 'EE' },
  softDescriptor: { maxLength: 13 },
  threeDSecure: 'none',
  externalProof: true,
};
/** Cielo releases an authorization that nobody has captured by then. */
const CIELO_CAPTURE_DAYS = { MASTERCARD: 7, otherwise: 15 } as const;
const ANY_OTHER: Rules = {
  installments: { plans: ['store', 'issuer'], max: 99, minAmountEach: 0 },
  softDescriptor: { maxLength: 22 },
  threeDSecure: 'none',
};

const RULES: Readonly<Record<string, Rules>> = { REDE, CIELO };

/**
 * What the simulated acquirer can do under a provider's name: everything, except to authorize a debit without capturing
 * it. REDE sells installments as Rede does and is the only one with 3-D Secure; CIELO sells and captures as Cielo does.
 */
export function simulatorCapabilities(
  timeScale: number,
  provider: string,
): (brand: string | undefined, kind: CardType) => Capabilities {
  const credit: Capabilities = {
    kinds: KINDS,
    capture: { later: true, partial: true, multiple: true, windowDays: 30 },
    voidBeforeCapture: 'partial',
    refund: { partial: true, multiple: true, windowDays: LONGEST_REFUND_DAYS, asynchronous: true },
    zeroAmount: true,
    ...(RULES[provider] ?? ANY_OTHER),
    reference: { maxLength: 16 },
    queryBy: { ourReference: true, theirId: true },
    undo: 'by_reference',
    storedCards: 'by_reference',
    timing: { ...timing, maxProcessingMs: timing.maxProcessingMs / timeScale },
  };
  return (brand, kind) => {
    const windowDays = provider === 'CIELO' ? captureDays(brand) : credit.capture.windowDays;
    return { ...credit, capture: { ...credit.capture, later: kind === 'credit', windowDays } };
  };
}

function captureDays(brand: string | undefined): number {
  return brand === 'MASTERCARD' ? CIELO_CAPTURE_DAYS.MASTERCARD : CIELO_CAPTURE_DAYS.otherwise;
}
