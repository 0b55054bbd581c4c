import type { Capabilities, CardType } from './capabilities.ts';
import type { CardAcquirer } from './card-acquirer.ts';

/** What a merchant has contracted with its acquirer, where that is not the usual: all kinds of cards, and no Pix. */
export interface AccountLimits {
  readonly debit: boolean;
  /** Whether it takes proof of an authentication that was made elsewhere. */
  readonly proof: boolean;
  /** Whether the account takes Pix too. */
  readonly pix?: true | undefined;
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
