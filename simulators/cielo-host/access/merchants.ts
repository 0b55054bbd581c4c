/** A shop with a contract at the simulated Cielo. */
export interface Merchant {
  /** A GUID. */
  readonly merchantId: string;
  /** 40 characters. */
  readonly merchantKey: string;
  /** An order number is taken once (302); otherwise each call with it is another sale. */
  readonly uniqueOrders?: boolean;
  /** Cielo takes sales back by itself whose answer the authorizer owes (garantia de cancelamento). */
  readonly cancelsUnfinished?: boolean;
  /** The shop calls from an address that is not on its list (120). */
  readonly addressRefused?: boolean;
  /** Pix was not contracted (133). */
  readonly withoutPix?: boolean;
  /** Zero Auth was not contracted (322). */
  readonly withoutZeroAuth?: boolean;
}

export const DEMO_MERCHANT: Merchant = {
  merchantId: '3f1d8a52-6c1b-4b7e-9a0e-5d2f7c4b8e10',
  merchantKey: 'CHAVEDETESTEDACIELO000000000000000000001',
};
