import type { CardType, MinorUnits } from '../../capabilities.ts';
import type { AuthenticationRequest } from '../../card-acquirer.ts';
import type { Decision } from '../issuer.ts';
import type { BookCharge } from './charge.ts';
import { type ChargeAuthentication, NOT_AUTHENTICATED_CODE } from './charge-authentication.ts';

/** A sale as the book records it. */
export interface BookSale {
  readonly id: string;
  readonly reference: string;
  /** Card number with its middle digits hidden. */
  readonly mask: string;
  readonly kind: CardType;
  readonly capture: boolean;
  readonly amount: MinorUnits;
  /** Epoch ms. */
  readonly created: number;
  /** The issuer's decision without proof of authentication. */
  readonly decision: Decision;
}

/** What a sale needs in addition when its buyer must be authenticated first. */
export interface BuyerWait extends Pick<AuthenticationRequest, 'onFailure' | 'successUrl' | 'failureUrl'> {
  readonly shop: string;
  readonly token: string;
  readonly oneTimeCode: string;
  /**
   * The issuer's decision with proof of authentication. Made at the sale, because the card number is known only then.
   */
  readonly proven: Decision;
}

/** A charge that the issuer has decided on. Debit is always captured. */
export function newCharge(sale: BookSale): BookCharge {
  const { id, reference, mask, kind, amount, created, decision } = sale;
  return {
    id,
    reference,
    mask,
    brand: decision.brand ?? '',
    kind,
    scenario: decision.scenario.name,
    code: decision.code,
    challenge: '',
    authentication: '',
    amount,
    captured: decision.approved && captures(sale) ? amount : 0,
    voided: 0,
    refunds: '',
    state: 'standing',
    undos: 0,
    created,
    version: 1,
  };
}

/** A charge without a decision yet: its buyer must be authenticated first. */
export function awaitingBuyer(sale: BookSale, wait: BuyerWait): BookCharge {
  const { onFailure, successUrl, failureUrl, shop, oneTimeCode, token, proven } = wait;
  const authentication: ChargeAuthentication = {
    onFailure,
    successUrl,
    failureUrl,
    shop,
    oneTimeCode,
    captures: captures(sale),
    codes: { proven: proven.code, unproven: sale.decision.code },
  };
  return {
    ...newCharge(sale),
    code: NOT_AUTHENTICATED_CODE,
    captured: 0,
    challenge: token,
    authentication: JSON.stringify(authentication),
  };
}

function captures({ capture, kind }: BookSale): boolean {
  return capture || kind === 'debit';
}
