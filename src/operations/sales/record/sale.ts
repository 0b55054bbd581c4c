/** Statuses of a sale (`intencaoVendaStatus`), by the numbers of the interface. */
export const SALE_STATUS = {
  pending: 5,
  inPayment: 6,
  credited: 10,
  expired: 15,
  cancelRequested: 18,
  canceling: 19,
  canceled: 20,
  refused: 25,
} as const;
export type SaleStatus = (typeof SALE_STATUS)[keyof typeof SALE_STATUS];

const NAMES: Readonly<Record<SaleStatus, string>> = {
  5: 'Pendente',
  6: 'Em Pagamento',
  10: 'Creditado',
  15: 'Expirado',
  18: 'Cancelamento Iniciado',
  19: 'Em Cancelamento',
  20: 'Cancelado',
  25: 'Pagamento Recusado',
};
export const SALE_STATUSES = Object.values(SALE_STATUS);

export function saleStatusName(status: SaleStatus): string {
  return NAMES[status];
}

const { pending, inPayment, credited, expired, cancelRequested, canceling, canceled, refused } = SALE_STATUS;

/** Allowed next statuses. A cancel that is refused, or that no payment client takes, leads back to credited. */
const NEXT: Readonly<Record<SaleStatus, readonly SaleStatus[]>> = {
  [pending]: [inPayment, credited, expired, canceled, refused],
  [inPayment]: [credited, refused, canceled],
  [credited]: [cancelRequested, canceled],
  [cancelRequested]: [canceling, credited, canceled],
  [canceling]: [canceled, credited],
  [expired]: [],
  [canceled]: [],
  [refused]: [],
};

export function mayBecome(from: SaleStatus, to: SaleStatus): boolean {
  return NEXT[from].includes(to);
}

/** Waiting for payment: nothing is paid; its stock and its share of an order are reserved. */
export function isAwaitingPayment(status: SaleStatus): boolean {
  return status === pending || status === inPayment;
}

/** Ended unpaid: no other status can follow. */
export function isFinalStatus(status: SaleStatus): boolean {
  return NEXT[status].length === 0;
}

/** Statuses that the seller's system is notified of: paid, refused, expired, canceled. */
export function isNotified(status: SaleStatus): boolean {
  return status === credited || status === refused || status === expired || status === canceled;
}

/** Paid, including while a cancel is in progress. */
export function isPaid(status: SaleStatus): boolean {
  return status === credited || status === cancelRequested || status === canceling;
}

/** 1: the card's administrator charges interest; 2: the store does not. */
export const INSTALLMENT_KIND = { administrator: 1, store: 2 } as const;
export type InstallmentType = (typeof INSTALLMENT_KIND)[keyof typeof INSTALLMENT_KIND];

/** A sale (`intencaoVenda`). Money in whole centavos, quantities in ten-thousandths, times in milliseconds since 1970. */
export interface Sale {
  readonly id: number;
  readonly personId: number;
  readonly terminalId: number;
  readonly methodId: number;
  readonly status: SaleStatus;
  /** Grows with each change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Six digits, unique among the open sales of the person. */
  readonly token: string;
  readonly reference: string | undefined;
  readonly quantity: number;
  readonly originalValue: number;
  readonly surcharge: number;
  readonly discount: number;
  readonly finalValue: number;
  readonly installments: number;
  readonly installmentKind: InstallmentType;
  /** Any number of the integrated system. */
  readonly integrationId: number | undefined;
  readonly note: string | undefined;
  readonly clientId: number | undefined;
  /** Who sold it at the till. */
  readonly operatorId: number | undefined;
  readonly orderId: number | undefined;
  /** Hash of the request that created it, to recognize a repetition. */
  readonly requestHash: string;
  /** Local day on which it was made: `2026-11-21`. */
  readonly day: string;
  /** When it was first credited; undefined: never. */
  readonly creditedAt: number | undefined;
  /** The gateway's transaction that charges it: lists of both kinds show that one in its place. */
  readonly transactionId: string | undefined;
  /** 1: a Pix that the gateway takes itself; undefined where a payment client takes it, and for every other method. */
  readonly pixByService?: 1 | undefined;
}

/** One product of a sale, as it was when sold. */
export interface SaleItem {
  readonly saleId: number;
  /** From 1. */
  readonly position: number;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  /** Of one, in centavos. */
  readonly price: number;
  /** 1: its quantity was reserved or taken from the stock. */
  readonly stocked: 0 | 1;
}
