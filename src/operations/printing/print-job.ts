/** Statuses of a print job (`intencaoImpressaoStatus`), by the numbers of the interface. */
export const PRINT_STATUS = { sent: 5, printing: 10, printed: 15, expired: 20, failed: 25 } as const;
export type PrintStatus = (typeof PRINT_STATUS)[keyof typeof PRINT_STATUS];

const NAMES: Readonly<Record<PrintStatus, string>> = {
  5: 'Enviado',
  10: 'Imprimindo',
  15: 'Impresso',
  20: 'Expirado',
  25: 'Erro de Impressão',
};

export function printStatusName(status: PrintStatus): string {
  return NAMES[status];
}

/** A job that nobody took, or whose payment client fell silent, expires after this time. In milliseconds. */
export const PRINT_LIFE_MS = 60 * 60_000;

/**
 * A text to be printed at a terminal (`intencaoImpressao`): work for its payment client. Its id is one of the external
 * payments' sequence, so that all work of a client is named by one number. Times in milliseconds since 1970.
 */
export interface PrintJob {
  readonly id: number;
  readonly personId: number;
  readonly terminalId: number;
  /** Undefined: the payment client's own printer. */
  readonly printerId: number | undefined;
  readonly reference: string | undefined;
  readonly content: string;
  readonly status: PrintStatus;
  /** Grows with each change of the status. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it expires, unless it ended before. */
  readonly expiresAt: number;
  /** The payment client that took it. */
  readonly clientId: number | undefined;
  readonly heardAt: number | undefined;
}

export function isOpenJob({ status }: Pick<PrintJob, 'status'>): boolean {
  return status === PRINT_STATUS.sent || status === PRINT_STATUS.printing;
}
