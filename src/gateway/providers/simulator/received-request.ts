import type { CardType, InterestPlan, MinorUnits } from '../capabilities.ts';
import type { AuthenticationRequest, CardOnFile } from '../card-acquirer.ts';
import type { SchemeIds } from '../outcome.ts';

/** A request as the simulated acquirer received it: no cvv, card number masked. Times in epoch ms. */
export interface ReceivedRequest {
  readonly at: number;
  readonly operation:
    | 'authorize'
    | 'verify_card'
    | 'continue_after_authentication'
    | 'capture'
    | 'void'
    | 'refund'
    | 'undo'
    | 'query'
    | 'query_refund'
    | 'store_card'
    | 'find_stored_card'
    | 'delete_stored_card';
  readonly reference?: string;
  readonly theirId?: string | undefined;
  readonly number?: string;
  readonly brand?: string | undefined;
  readonly cvvSent?: boolean;
  readonly amount?: MinorUnits | undefined;
  readonly kind?: CardType;
  readonly capture?: boolean;
  readonly installments?: number;
  /** Who bears the interest; absent without installments. */
  readonly installmentPlan?: InterestPlan;
  /** The soft descriptor as it was sent: plain letters and digits, cut to the acquirer's limit. */
  readonly softDescriptor?: string;
  /** As it was sent: plain letters, cut. */
  readonly holderName?: string;
  readonly recurrent?: boolean;
  /** Whether the card came as a token of the vault. */
  readonly byToken?: boolean;
  readonly cardOnFile?: CardOnFile;
  /** Of the first sale of a kept card. */
  readonly schemeIds?: SchemeIds;
  /** What the merchant wants when the buyer is not authenticated; absent without 3-D Secure. */
  readonly onAuthenticationFailure?: AuthenticationRequest['onFailure'];
  /** Of the proof of an authentication that was made elsewhere. */
  readonly eci?: string;
  readonly refund?: string;
  /** The scenario that decided the answer. */
  readonly scenario?: string;
  /** HTTP status with which it was rejected unprocessed. */
  readonly turnedAway?: number;
}
