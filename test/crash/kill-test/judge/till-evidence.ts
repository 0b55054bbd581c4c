/** A till stopped asking: what its request did is not known to it. */
export const NO_ANSWER = 0;

/** What a till, or a seller's system, was answered. */
export interface TillAnswer {
  /** The seller's reference, and the Idempotency-Key of its sale. */
  readonly referenceId: string;
  readonly kind: 'sell' | 'query' | 'cancel' | 'recurrence';
  /** NO_ANSWER when the till stopped asking before it had one. */
  readonly http: number;
  /** Of the sale in the answer; undefined in a refusal. */
  readonly saleId?: number;
  readonly status?: number;
  /** The body of a refusal. */
  readonly text: string;
}

/** The back office's records. Money in centavos, quantities in ten-thousandths. */
export interface TillEvidence {
  readonly sales: readonly TillSaleRecord[];
  /** Statuses of the sales, in the order of their versions. */
  readonly events: readonly { readonly saleId: number; readonly version: number; readonly status: number }[];
  readonly items: readonly {
    readonly saleId: number;
    readonly productId: number;
    readonly quantity: number;
    readonly isStocked: boolean;
  }[];
  readonly products: readonly ProductRecord[];
  readonly orders: readonly OrderRecord[];
  readonly charges: readonly ChargeRecord[];
  readonly entries: readonly EntryRecord[];
  readonly answers: readonly TillAnswer[];
  /** External payments: the work of payment clients among them. */
  readonly payments: readonly TillPaymentRecord[];
  /** What the acquirers of the pin pads have on their books. */
  readonly movements: readonly PinPadMovement[];
}

export interface TillPaymentRecord {
  readonly id: number;
  readonly saleId: number | undefined;
  readonly terminalId: number;
  readonly isByClient: boolean;
  readonly isUnsettled: boolean;
  /** The whole row, for who looks into a finding. */
  readonly stored?: string;
}

export interface PinPadMovement {
  /** The external payment that it was made for. */
  readonly paymentId: number;
  readonly moved: 'charge' | 'refund' | 'reverse';
  readonly amount: number;
}

export interface TillSaleRecord {
  readonly id: number;
  readonly referenceId: string;
  readonly status: number;
  readonly version: number;
  readonly originalValue: number;
  readonly finalValue: number;
  readonly orderId: number | undefined;
}

export interface ProductRecord {
  readonly id: number;
  readonly quantity: number;
  readonly reserved: number;
}

export interface OrderRecord {
  readonly id: number;
  readonly total: number;
  readonly paid: number;
  readonly inPayment: number;
}

/** A payment that the gateway makes for a sale or an entry of a recurrence. */
export interface ChargeRecord {
  readonly id: number;
  readonly owner: 'sale' | 'entry';
  readonly ownerId: number;
}

export interface EntryRecord {
  readonly id: number;
  readonly status: number;
  readonly tries: number;
  readonly isUnderWay: boolean;
  readonly amount: number;
}
