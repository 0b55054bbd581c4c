/** What Cielo answers about a sale and the issuer engine's book does not have. Times in epoch ms. */
export interface SaleDetails {
  readonly merchantId: string;
  readonly tid: string;
  readonly proofOfSale: string;
  readonly authorizationCode: string;
  /** The scheme's id of the sale, which later sales of the same card name. */
  readonly issuerTransactionId: string;
  readonly transactionLinkId: string;
  readonly type: 'CreditCard' | 'DebitCard';
  readonly installments: number;
  readonly interest: string;
  readonly holder: string;
  readonly expiration: string;
  /** Cielo's name of it. */
  readonly brandName: string;
  readonly softDescriptor: string | undefined;
  readonly recurrent: boolean;
  readonly authenticate: boolean;
  /** What an authentication elsewhere proved. */
  readonly eci: string | undefined;
  readonly cardToken: string | undefined;
  /** Cielo's own code of a refusal, where the issuer was not asked. */
  readonly refusedWith: string | undefined;
  /** Until then Cielo owes the outcome: status 0. */
  readonly unfinishedUntil: number | undefined;
  readonly capturedAt: number | undefined;
  /** Of the last cancel that was carried out. */
  readonly canceledAt: number | undefined;
  readonly chargebacks?: readonly Chargeback[];
  readonly fraudAlertAt?: number;
}

/** What the holder of the card disputes. */
export interface Chargeback {
  readonly amount: number;
  readonly caseNumber: string;
  readonly at: number;
  readonly reasonCode: string;
  readonly reasonMessage: string;
}
