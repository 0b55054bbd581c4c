import type { CardType, MinorUnits } from '../../capabilities.ts';

/** A charge as it is stored in the acquirer's book. Amounts in minor units, times in epoch ms. */
export interface BookCharge {
  /** The acquirer's own id: 20 digits. */
  readonly id: string;
  readonly reference: string;
  /** Card number with its middle digits hidden. */
  readonly mask: string;
  /** Empty when unknown. */
  readonly brand: string;
  readonly kind: CardType;
  readonly scenario: string;
  /** `00` when the issuer approved. */
  readonly code: string;
  /**
   * The unguessable end of the address where the buyer is authenticated; empty for a charge without authentication.
   */
  readonly challenge: string;
  /** JSON of `ChargeAuthentication`; empty for a charge without authentication. */
  readonly authentication: string;
  readonly amount: MinorUnits;
  readonly captured: MinorUnits;
  /** Released or given back before it was captured. */
  readonly voided: MinorUnits;
  /** JSON of the refunds after the capture; empty for none. */
  readonly refunds: string;
  /** A forgotten charge was never authorized: only the page of its challenge still knows it. */
  readonly state: 'standing' | 'undone' | 'forgotten';
  readonly undos: number;
  readonly created: number;
  /** Grows with every change: a change is stored only if the version it was made from is still current. */
  readonly version: number;
}

export interface BookRefund {
  readonly reference: string;
  readonly amount: MinorUnits;
  readonly at: number;
}

/** Milliseconds since a moment, on the simulator's scaled time. */
export type Elapsed = (since: number) => number;
