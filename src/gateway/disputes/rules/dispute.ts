import type { MinorUnits } from '../../providers/index.ts';

/**
 * `fraud_alert`: a scheme was told of a fraud; nothing is asked of the shop. `request`: documents are asked for, no money has
 * moved. Then the stages of a chargeback. `med`: a payer's bank asks back what came by Pix.
 */
export const DISPUTE_KINDS = [
  'fraud_alert',
  'request',
  'chargeback',
  'second',
  'arbitration',
  'med',
] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** `expired`: not answered in time, which counts as accepted. */
export const DISPUTE_STATES = ['open', 'answered', 'accepted', 'expired', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_MONEY = ['none', 'debited', 'credited'] as const;
/** Whether the amount was taken from the shop, and whether it came back. */
export type DisputeMoney = (typeof DISPUTE_MONEY)[number];

export const DISPUTE_SOURCES = ['manual', 'med', 'rede', 'cielo'] as const;
export type DisputeSource = (typeof DISPUTE_SOURCES)[number];

/** What changes in the life of a dispute. Days are local ones, `yyyy-MM-dd`. */
export interface DisputeFacts {
  readonly kind: DisputeKind;
  /** Its number at the acquirer or bank. */
  readonly process: string | undefined;
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
  readonly notifiedDay: string;
  /** The last day on which the shop may answer. */
  readonly answerBy: string | undefined;
  readonly state: DisputeState;
  readonly money: DisputeMoney;
  /** When it was last debited or credited. */
  readonly moneyDay: string | undefined;
}

/** A dispute of a payment. Times in milliseconds since 1970. */
export interface Dispute extends DisputeFacts {
  readonly id: string;
  readonly transactionId: string;
  readonly merchantId: number;
  readonly provider: string;
  readonly referenceId: string | undefined;
  readonly source: DisputeSource;
  readonly amount: MinorUnits;
  /** What was sent to the acquirer, as the person who sent it wrote it. */
  readonly answer: string | undefined;
  readonly answeredAt: number | undefined;
  /** The user of the panel. */
  readonly answeredBy: number | undefined;
  /** What the shop says of the sale, for its evidence. */
  readonly statement: string | undefined;
  /** The warning that was told last: days before `answerBy`; `AT_NOTICE` for that of the notice itself. */
  readonly warnedDays: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** What happens to a dispute, apart from notices. */
export type DisputeStep = 'answer' | 'accept' | 'expire' | 'win' | 'lose' | 'debit' | 'credit';

const NEXT: Readonly<Record<DisputeState, readonly DisputeState[]>> = {
  open: ['answered', 'accepted', 'expired', 'won', 'lost'],
  answered: ['won', 'lost'],
  accepted: ['won', 'lost'],
  expired: ['won', 'lost'],
  won: [],
  lost: [],
};

const STEPS: readonly DisputeStep[] = ['answer', 'accept', 'expire', 'win', 'lose', 'debit', 'credit'];

const STATE_AFTER = {
  answer: 'answered',
  accept: 'accepted',
  expire: 'expired',
  win: 'won',
  lose: 'lost',
} as const;

export function isEnded({ state }: Pick<DisputeFacts, 'state'>): boolean {
  return NEXT[state].length === 0;
}

/** What may follow on how the dispute stands. */
export function possibleSteps(dispute: DisputeFacts): readonly DisputeStep[] {
  return STEPS.filter((step) => afterStep(dispute, step, dispute.notifiedDay) !== undefined);
}

/** Undefined: the step does not follow on how the dispute stands. */
export function afterStep<Facts extends DisputeFacts>(
  dispute: Facts,
  step: DisputeStep,
  day: string,
): Facts | undefined {
  if (dispute.kind === 'fraud_alert') return undefined;
  // A bank decides it, and tells so.
  if (dispute.kind === 'med' && step !== 'answer' && step !== 'accept') return undefined;
  if (step === 'debit')
    return dispute.money === 'debited' ? undefined : { ...dispute, money: 'debited', moneyDay: day };
  // Money comes back only where it was taken.
  if (step === 'credit')
    return dispute.money === 'debited' ? { ...dispute, money: 'credited', moneyDay: day } : undefined;
  const state = STATE_AFTER[step];
  return NEXT[dispute.state].includes(state) ? { ...dispute, state } : undefined;
}
