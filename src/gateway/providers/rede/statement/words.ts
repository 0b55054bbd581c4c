import type { DebitKind, PayoutState, PayoutType, SaleDisputeState } from '../../statements/index.ts';

/** Numbers of brands in Rede's interface of statements; its files have others. */
const BRANDS: Readonly<Record<string, string>> = {
  1: 'MASTERCARD',
  2: 'VISA',
  3: 'DINERS',
  4: 'CABAL',
  5: 'SICREDI',
  6: 'SOROCRED',
  7: 'HIPERCARD',
  8: 'CUP',
  9: 'CALCARD',
  12: 'CREDSYSTEM',
  13: 'AMEX',
  14: 'ELO',
  15: 'HIPER',
  16: 'ALELO',
  74: 'BANESCARD',
  76: 'JCB',
  77: 'CREDZ',
};

export function brandOf(code: string | undefined): string | undefined {
  return code === undefined ? undefined : BRANDS[code];
}

const PAYOUT_STATES: Readonly<Record<string, PayoutState>> = {
  PENDING: 'expected',
  EXPECTED: 'expected',
  PAID: 'paid',
  RECEIVED: 'paid',
  FORETHOUGHT: 'paid',
  REJECTED: 'rejected',
  CANCELLED: 'rejected',
  SUSPENDED: 'suspended',
  BLOCKED: 'suspended',
  RETAINED: 'suspended',
  PAWNED: 'ceded',
  PAWNED_BLOCKED: 'suspended',
};

export function payoutState(status: string): PayoutState {
  return PAYOUT_STATES[status] ?? 'other';
}

const PAYOUT_TYPES: Readonly<Record<string, PayoutType>> = {
  CREDIT: 'credit',
  DEBIT: 'debit',
  ANTICIPATION: 'anticipation',
};

export function payoutType(type: string): PayoutType {
  return PAYOUT_TYPES[type] ?? 'other';
}

/** By Rede's own text: its table of codes is longer than what is public of it. */
const DEBITS: readonly (readonly [RegExp, DebitKind])[] = [
  [/CHARGE ?BACK|CONTESTA/i, 'chargeback'],
  [/CANCELAMENTO|ESTORNO|DEVOLU/i, 'refund'],
  [/ALUGUEL|TARIFA|MENSALIDADE|TAXA|MANUTEN/i, 'tax'],
];

export function debitKind(text: string): DebitKind {
  return DEBITS.find(([words]) => words.test(text))?.[1] ?? 'other';
}

/** What was debited for a dispute comes back. */
export function isReversal(text: string): boolean {
  return /REVERS/i.test(text);
}

/** Statuses of a sale that is disputed. */
const DISPUTED = /DISPUTE|CHARGEBACK/;

export function isDisputed(status: string | undefined): boolean {
  return status !== undefined && DISPUTED.test(status);
}

const ENDED_DISPUTES: Readonly<Record<string, SaleDisputeState>> = {
  CHARGEBACK_SOLVED_DEBIT: 'lost',
  CHARGEBACK_SOLVED_CREDIT: 'won',
  CHARGEBACK_SOLVED_NO_IMPACT: 'won',
};

/** By the `statusType` and the `chargebackStatus` of a sale. */
export function disputeStateOf(
  status: string | undefined,
  chargeback: string | undefined,
): SaleDisputeState | undefined {
  const ended = chargeback === undefined ? undefined : ENDED_DISPUTES[chargeback];
  return ended ?? (isDisputed(status) || isDisputed(chargeback) ? 'open' : undefined);
}

/** Another institution is paid in the shop's place. */
export function isCeded(negotiation: string | undefined): boolean {
  return negotiation?.startsWith('ENCUMBRANCE') === true;
}
