import { type AuthorizeOutcome, type DeclineClass, WANTS_A_PAUSE } from '../outcome.ts';

/**
 * Whether a payment may be asked for at once at a second acquirer. `with_more_proof`: only where that request carries a proof
 * of authentication which the first one did not.
 */
export type SecondTry = 'yes' | 'with_more_proof' | 'no';

export interface SecondTryLine {
  readonly outcome: AuthorizeOutcome['outcome'];
  /** Of a refusal; a line without it is for all. */
  readonly declineClass?: DeclineClass;
  /** As `Decline.code`; a line without them is for all. */
  readonly codes?: readonly string[];
  readonly second: SecondTry;
  readonly why: string;
}

/** By the outcome at the first acquirer; the first line that fits decides (docs/contract/routing.md). */
export const SECOND_TRY: readonly SecondTryLine[] = [
  { outcome: 'approved', second: 'no', why: 'it is paid' },
  { outcome: 'unknown', second: 'no', why: 'it may be paid: two approvals of one payment' },
  { outcome: 'pending', second: 'no', why: 'it is still alive, and may be approved' },
  { outcome: 'duplicate', second: 'no', why: 'the host knows the reference: it may be paid' },
  { outcome: 'buyer_awaited', second: 'no', why: 'its buyer is at the page of the issuer' },
  { outcome: 'not_sent', second: 'yes', why: 'it is proven that nothing left' },
  {
    outcome: 'invalid_request',
    second: 'yes',
    why: 'the first one refuses the set-up of this account: harmless elsewhere, and the operator is alerted',
  },
  {
    outcome: 'declined',
    declineClass: 'soft_technical',
    codes: WANTS_A_PAUSE,
    second: 'no',
    why: 'too many tries of this card (GK, GT, BP171), or the issuer wants no other one for days (NR, RP)',
  },
  {
    outcome: 'declined',
    declineClass: 'soft_technical',
    second: 'yes',
    why: "the way to the issuer differs by acquirer (91, 96, Elo's 04, Visa's N0)",
  },
  {
    outcome: 'declined',
    declineClass: 'hard',
    second: 'no',
    why: 'schemes charge for the first repetition; an advice code that nobody knows counts as this',
  },
  {
    outcome: 'declined',
    declineClass: 'authentication',
    second: 'no',
    why: 'the issuer or the buyer refused the authentication',
  },
  {
    outcome: 'declined',
    codes: ['05', '59', '63', '83'],
    second: 'with_more_proof',
    why: 'a bare repetition of a generic refusal costs money at the schemes and looks like card testing',
  },
  {
    outcome: 'declined',
    declineClass: 'merchant_config',
    codes: ['03', '58', '102', '109', 'DA', '12', '30', '181', 'A3', '23', '115', 'A2'],
    second: 'yes',
    why: 'a wrong set-up of the first account (03, 58, 12, 23, 30, and what they are at Rede and Amex): the operator is alerted',
  },
  {
    outcome: 'declined',
    declineClass: 'merchant_config',
    second: 'no',
    why: 'the amount (13, 64), or nothing that another account would mend',
  },
  {
    outcome: 'declined',
    declineClass: 'soft_customer',
    second: 'no',
    why: 'the card or its account is the same everywhere (51, 61, 62, 65, 78)',
  },
  {
    outcome: 'declined',
    declineClass: 'fix_data',
    second: 'no',
    why: 'the buyer has to change something (54, 55, N7, 6P)',
  },
  {
    outcome: 'declined',
    declineClass: 'wrong_function',
    second: 'no',
    why: 'it has to be a sale of the other kind (AB, AC)',
  },
];
