import type {
  AuthorizeOutcome,
  BuyerDevice,
  HostAnswer,
  InterestPlan,
  MinorUnits,
  PaymentKind,
} from '../../acquirers/index.ts';

/** Status numbers of the wire (decisions 3). 1 to 3 and 12 belong to payment kinds to come. */
export const Status = {
  started: 0,
  expired: 4,
  authorized: 5,
  captured: 6,
  denied: 7,
  canceling: 8,
  canceled: 9,
  pending: 10,
  failed: 11,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  [Status.started]: [
    Status.expired,
    Status.authorized,
    Status.captured,
    Status.denied,
    Status.pending,
    Status.failed,
  ],
  [Status.pending]: [
    Status.expired,
    Status.authorized,
    Status.captured,
    Status.denied,
    Status.canceling,
    Status.canceled,
    Status.failed,
  ],
  [Status.authorized]: [Status.captured, Status.canceled, Status.pending],
  [Status.captured]: [Status.canceling, Status.canceled],
  [Status.canceling]: [Status.captured, Status.canceled],
  [Status.expired]: [],
  [Status.denied]: [],
  [Status.canceled]: [],
  [Status.failed]: [],
};

/** Whether a transaction may go from one status to another. Final ones go nowhere. */
export function mayMove(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}

export interface Customer {
  readonly name?: string;
  readonly document?: string;
}

/** What is kept of the card: never its number, never its cvv. */
export interface KeptCard {
  /** First 6 and last 4 digits, an asterisk for each digit between. */
  readonly mask: string;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly cvvSent: boolean;
  /** As sent, or in capitals as detected; absent when neither. */
  readonly brand?: string;
  readonly holderName?: string;
}

/** The buyer's browser, for 3-D Secure. */
export type Device = Omit<BuyerDevice, 'userAgent'>;

/** What the merchant asked for; never changes. */
export interface Order {
  readonly description?: string;
  readonly userAgent?: string;
  /** Without 3-D Secure only the fields that could be read. */
  readonly device?: Partial<Device>;
  readonly postBackUrl?: string;
  readonly returnUrl?: string;
  readonly customer?: Customer;
  readonly kind: PaymentKind;
  /** As answered. Debit is captured whatever stands here. */
  readonly capture: boolean;
  readonly installments: number;
  /** As sent; 3 store, 4 issuer, others mean store. */
  readonly interestType: number;
  readonly authenticate: 1 | 2 | 3;
  readonly softDescriptor?: string;
  readonly saveCard: boolean;
  readonly recurrent: boolean;
  readonly provider: string;
  readonly providerVersion: string;
  readonly card: KeptCard;
}

/** What came of it. */
export interface Result {
  readonly status: Status;
  readonly providerReference?: string;
  readonly providerCode?: string;
  readonly providerMessage?: string;
  readonly authorizationCode?: string;
  readonly eci?: number;
  readonly capturedAmount?: MinorUnits;
  readonly refundedAmount?: MinorUnits;
  readonly redirectUrl?: string;
}

export interface Transaction {
  readonly id: string;
  readonly merchantId: number;
  readonly referenceId?: string;
  readonly amount: MinorUnits;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly order: Order;
  readonly result: Result;
  /** Grows with every change: a change counts only on the version that it was made from. */
  readonly version: number;
  /** The capture, void or refund that is under way; one at a time. */
  readonly openMovement?: string;
}

export function interestPlan(interestType: number): InterestPlan {
  return interestType === 4 ? 'issuer' : 'store';
}

/** Debit knows no authorization alone (decisions 3). */
export function isCapturedAtOnce(order: Pick<Order, 'kind' | 'capture'>): boolean {
  return order.kind === 'debit' || order.capture;
}

const APPROVED_CODE = '00';

/** What an authorization's outcome makes of the transaction. `amount` is what was asked for. */
export function resultOf(outcome: AuthorizeOutcome, amount: MinorUnits): Result {
  switch (outcome.outcome) {
    case 'approved':
      return {
        ...answered(outcome.answer),
        status: outcome.captured ? Status.captured : Status.authorized,
        providerCode: APPROVED_CODE,
        providerMessage: outcome.captured
          ? 'Transação capturada com sucesso'
          : 'Transação autorizada com sucesso',
        ...(outcome.captured ? { capturedAmount: amount } : {}),
      };
    case 'declined':
      return {
        ...answered(outcome.answer),
        status: Status.denied,
        providerCode: outcome.decline.code,
        providerMessage: outcome.decline.message,
      };
    case 'authentication_required':
      return {
        ...answered(outcome.answer),
        status: Status.started,
        redirectUrl: outcome.redirectUrl,
      };
    case 'not_sent':
      return { status: Status.failed, providerMessage: 'Sem comunicação com o adquirente; nada foi cobrado' };
    case 'invalid_request':
      return {
        ...answered(outcome.answer),
        status: Status.failed,
        providerMessage: 'O adquirente recusou a configuração da loja; nada foi cobrado',
      };
    case 'pending':
    case 'duplicate':
    case 'unknown':
      return {
        ...answered(outcome.answer),
        status: Status.pending,
        providerMessage: 'Aguardando a confirmação do adquirente',
      };
  }
}

function answered(answer: HostAnswer | undefined): Omit<Result, 'status'> {
  if (!answer) return {};
  return {
    ...(answer.theirId === undefined ? {} : { providerReference: answer.theirId }),
    ...(answer.rawCode === undefined ? {} : { providerCode: answer.rawCode }),
    ...(answer.authorizationCode === undefined ? {} : { authorizationCode: answer.authorizationCode }),
    ...(answer.eci === undefined ? {} : { eci: answer.eci }),
  };
}
