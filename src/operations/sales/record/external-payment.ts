import type { InstallmentType } from './sale.ts';

/** A payment or cancel by a payment client or the service (`pagamentoExterno`), by the numbers of the interface. */
export const PAYMENT_TYPE = { payment: 5, cancel: 10, administrative: 15 } as const;
export type PaymentType = (typeof PAYMENT_TYPE)[keyof typeof PAYMENT_TYPE];

export const PAYMENT_STATUS = { pending: 5, underWay: 10, finished: 15 } as const;
export type PaymentStatus = (typeof PAYMENT_STATUS)[keyof typeof PAYMENT_STATUS];

const STATUS_NAMES: Readonly<Record<PaymentStatus, string>> = {
  5: 'Pendente',
  10: 'EM OPERACAO',
  15: 'Finalizado',
};

export function paymentStatusName(status: PaymentStatus): string {
  return STATUS_NAMES[status];
}

export const PAYMENT_ORIGIN = { administrative: 1, terminal: 5, gateway: 15 } as const;
export type PaymentOrigin = (typeof PAYMENT_ORIGIN)[keyof typeof PAYMENT_ORIGIN];

/** The acquirer's answer, as texts of the interface; the card only masked. */
export interface PaymentResult {
  /** Of a Pix: its endToEndId. */
  readonly paymentId?: string | undefined;
  readonly terminalNsu?: string | undefined;
  readonly nsu?: string | undefined;
  readonly authorization?: string | undefined;
  readonly acquirer?: string | undefined;
  readonly brand?: string | undefined;
  readonly acquirerCode?: string | undefined;
  readonly executionCode?: string | undefined;
  readonly message?: string | undefined;
  readonly confirmationId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly acquirerTime?: number | undefined;
  readonly acquirerResponse?: string | undefined;
  readonly acquirerReceipt?: string | undefined;
  readonly buyerReceipt?: string | undefined;
  readonly merchantReceipt?: string | undefined;
  readonly holderName?: string | undefined;
}

/** How long sales wait for a payment client to take them, in milliseconds. */
export interface SaleWaits {
  /** For a sale pushed to the client. */
  readonly pushedMs: number;
  /** For a sale that waits until a client requests it. */
  readonly pendingMs: number;
}

export const SALE_WAITS: SaleWaits = { pushedMs: 20_000, pendingMs: 24 * 60 * 60_000 };

/** After this time without news of a client, the newest client of the terminal may take over its work. In milliseconds. */
export const CLIENT_SILENT_MS = 5 * 60_000;

/** Work whose client has been silent for this long does not go on by itself. In milliseconds. */
export const CLIENT_LOST_MS = 15 * 60_000;

/**
 * What is open of work that a till, a person or another cancel ended without its payment client. untold: its client has
 * not said what became of it; disputed: it said otherwise, so that money may be where nobody expects it.
 */
export const UNSETTLED = { untold: 1, disputed: 2 } as const;
export type Unsettled = (typeof UNSETTLED)[keyof typeof UNSETTLED];

/** The simulated client of the sandbox: it moves no money. */
export const SIMULATED_CLIENT = 0;

export interface ExternalPayment {
  readonly id: number;
  readonly personId: number;
  readonly terminalId: number;
  /** Undefined for an administrative operation. */
  readonly saleId: number | undefined;
  readonly type: PaymentType;
  readonly status: PaymentStatus;
  readonly origin: PaymentOrigin;
  readonly installmentKind: InstallmentType;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** 1: pushed to the payment client of the terminal; 0: waits until one asks for it. */
  readonly autoStart: 0 | 1;
  /** If nobody has taken it by then, it ends unpaid. Undefined when no payment client is needed. */
  readonly takeUntil: number | undefined;
  /** The payment client that took it. */
  readonly clientId: number | undefined;
  /** JSON of the ids of those that had it before and fell silent, the oldest first: any of them may have charged. */
  readonly earlierClients?: string | undefined;
  /** When that client last reported that it is working on it. */
  readonly heardAt: number | undefined;
  /** JSON of the RecordedResult. */
  readonly result: string;
  /** Undefined: nothing is open. */
  readonly unsettled: Unsettled | undefined;
}

/** A recorded result; without `approved` when it does not come from a payment client. */
export interface RecordedResult extends PaymentResult {
  readonly approved?: boolean | undefined;
  /** A person ended it, while its payment client was silent. */
  readonly byPerson?: boolean | undefined;
  /** The word of its payment client, which came after the work had ended otherwise. */
  readonly late?: boolean | undefined;
  /** The client has reversed at the acquirer what was approved, or a person says that the money went back. */
  readonly undone?: boolean | undefined;
}

/** Work that ends now without its client: who took it still has to say what became of it. */
export function endedWithoutClient(
  payment: ExternalPayment,
  { at, result }: { readonly at: number; readonly result: RecordedResult },
): ExternalPayment {
  const { clientId } = payment;
  const isTaken = payment.status === PAYMENT_STATUS.underWay && clientId !== undefined;
  return {
    ...payment,
    status: PAYMENT_STATUS.finished,
    updatedAt: at,
    result: JSON.stringify(result),
    unsettled: isTaken && clientId !== SIMULATED_CLIENT ? UNSETTLED.untold : undefined,
  };
}

/** Work that this client takes, perhaps over from another. */
export function handedTo(payment: ExternalPayment, clientId: number): ExternalPayment {
  if (payment.clientId === undefined || payment.clientId === clientId) return { ...payment, clientId };
  const earlier = new Set([...earlierClientsOf(payment), payment.clientId]);
  return { ...payment, clientId, earlierClients: JSON.stringify([...earlier]) };
}

export function earlierClientsOf({
  earlierClients,
}: Pick<ExternalPayment, 'earlierClients'>): readonly number[] {
  return earlierClients === undefined ? [] : (JSON.parse(earlierClients) as readonly number[]);
}

export function paymentResultOf({ result }: Pick<ExternalPayment, 'result'>): RecordedResult {
  return JSON.parse(result) as RecordedResult;
}
