/** What is known of payments by Pix after a kill test. Amounts in centavos. */
export interface PixEvidence {
  /** The bank's book. */
  readonly charges: readonly BankCharge[];
  /** Money that arrived, as the service booked it. */
  readonly payments: readonly BookedPayment[];
}

export interface BankCharge {
  readonly txid: string;
  readonly status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  readonly amount: number;
  /** Oldest first. */
  readonly payments: readonly BankPayment[];
}

export interface BankPayment {
  readonly endToEndId: string;
  readonly amount: number;
  readonly returns: readonly BankReturn[];
}

export interface BankReturn {
  readonly id: string;
  readonly amount: number;
  readonly state: string;
}

export interface BookedPayment {
  readonly endToEndId: string;
  readonly transactionId: string;
  readonly amount: number;
  /** Undefined: it pays the charge. */
  readonly surplus: string | undefined;
}
