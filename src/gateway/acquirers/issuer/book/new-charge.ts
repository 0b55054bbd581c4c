import type { AuthenticationRequest, MinorUnits, PaymentKind } from '../../connector.ts';
import type { Decision } from '../issuer.ts';
import type { BookCharge } from './charge.ts';
import { type ChargeAuthentication, NOT_AUTHENTICATED_CODE } from './charge-authentication.ts';

/** A sale as it gets on the book. */
export interface BookSale {
  readonly id: string;
  readonly reference: string;
  /** Card number with its middle digits hidden. */
  readonly mask: string;
  readonly kind: PaymentKind;
  readonly capture: boolean;
  readonly amount: MinorUnits;
  /** Epoch ms. */
  readonly created: number;
  /** What the issuer says without proof of who the buyer is. */
  readonly decision: Decision;
}

/** What a sale needs besides when its buyer must be authenticated first. */
export interface BuyerWait extends Pick<AuthenticationRequest, 'onFailure' | 'successUrl' | 'failureUrl'> {
  readonly shop: string;
  readonly token: string;
  readonly oneTimeCode: string;
  /** What the issuer says with proof. Asked at the sale: only then the card number is known. */
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

/** A charge that nobody has decided on: its buyer comes first. */
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
