import type { Capabilities, CardType } from './capabilities.ts';
import type { CardAcquirer } from './card-acquirer.ts';

/** What a merchant has contracted with its acquirer or bank, where that is not the usual: cards of all kinds, or Pix at a bank. */
export interface AccountLimits {
  readonly debit: boolean;
  /** Whether it takes proof of an authentication that was made elsewhere. */
  readonly proof: boolean;
  /** Whether the account takes Pix: at an acquirer it does where this is true, at a bank unless this is false. */
  readonly pix?: boolean | undefined;
}

/** Of an account at a bank that is there for something else than Pix. */
export const NO_PIX: AccountLimits = { debit: false, proof: false, pix: false };

/** Whether an account takes Pix. */
export function takesPixWith(limits: AccountLimits | undefined, at: 'bank' | 'acquirer'): boolean {
  return at === 'bank' ? limits?.pix !== false : limits?.pix === true;
}

/** The connector for an account that sells less than its acquirer can. */
export function withinLimits(connector: CardAcquirer, limits: AccountLimits | undefined): CardAcquirer {
  if (!limits) return connector;
  return {
    ...connector,
    capabilities: (brand, kind) => limited(connector.capabilities(brand, kind), kind, limits),
  };
}

function limited(able: Capabilities, kind: CardType, { debit, proof }: AccountLimits): Capabilities {
  return {
    ...able,
    kinds: debit ? able.kinds : able.kinds.filter((one) => one !== 'debit'),
    externalProof: able.externalProof === true && proof && (debit || kind !== 'debit'),
  };
}
