import { daysAfter } from '../../../platform/time/local-days.ts';
import type { MinorUnits } from '../../providers/index.ts';
import {
  type Dispute,
  type DisputeFacts,
  type DisputeKind,
  type DisputeMoney,
  type DisputeSource,
  isEnded,
} from './dispute.ts';

/** What anybody tells of a dispute: an acquirer, a bank, or a person with a letter. */
export interface DisputeNotice {
  readonly transactionId: string;
  readonly source: DisputeSource;
  readonly kind: DisputeKind;
  readonly process?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly reasonText?: string | undefined;
  readonly amount: MinorUnits;
  /** Local days, `yyyy-MM-dd`. */
  readonly notifiedDay: string;
  readonly answerBy?: string | undefined;
  readonly money?: DisputeMoney | undefined;
  readonly moneyDay?: string | undefined;
  readonly outcome?: 'won' | 'lost' | undefined;
  /** On which the outcome was told; undefined: now. */
  readonly outcomeDay?: string | undefined;
  /** An acquirer tells how the sale stands, which is the same whatever it calls the dispute. */
  readonly isOfSale?: boolean | undefined;
}

/** What acquirers give a shop where the notice names no day. */
const USUAL_DAYS = 10;
const STAGES: readonly DisputeKind[] = ['request', 'chargeback', 'second', 'arbitration'];
/** No order of its own: a bank decides alone. */
const WITHOUT_ANSWER: ReadonlySet<DisputeKind> = new Set(['fraud_alert', 'med']);

/** The dispute that a notice tells of: by the number of its process, else by reason and amount. Of a sale as a whole, its last one. */
export function disputeOfNotice(notice: DisputeNotice, known: readonly Dispute[]): Dispute | undefined {
  const alike = known.filter(({ kind }) => familyOf(kind) === familyOf(notice.kind));
  if (notice.isOfSale === true) return alike.findLast((one) => !isEnded(one)) ?? alike.at(-1);
  if (notice.process !== undefined) {
    const named = alike.find(({ process }) => process === notice.process);
    if (named) return named;
  }
  const same = alike.find(
    (one) =>
      (one.process === undefined || notice.process === undefined) &&
      one.amount === notice.amount &&
      (one.reasonCode ?? '') === (notice.reasonCode ?? ''),
  );
  // Which Rede told by the status of the sale: what it debits is a net, and has the reason.
  const isDebit = notice.source === 'rede' && notice.process !== undefined;
  return same ?? (isDebit ? alike.find(isUnnamedOfRede) : undefined);
}

function isUnnamedOfRede({ source, process }: Dispute): boolean {
  return source === 'rede' && process === undefined;
}

function familyOf(kind: DisputeKind): string {
  return STAGES.includes(kind) ? 'chargeback' : kind;
}

/** A new dispute, as its notice tells it. */
export function factsOfNotice(notice: DisputeNotice): DisputeFacts {
  const { kind, process, reasonCode, reasonText, notifiedDay, outcome, money = 'none' } = notice;
  return {
    kind,
    process,
    reasonCode,
    reasonText,
    notifiedDay,
    answerBy: answerDay(notice),
    state: outcome ?? 'open',
    money,
    moneyDay: money === 'none' ? undefined : (notice.moneyDay ?? notifiedDay),
  };
}

function answerDay({ kind, notifiedDay, answerBy }: DisputeNotice): string | undefined {
  return answerBy ?? (WITHOUT_ANSWER.has(kind) ? undefined : daysAfter(notifiedDay, USUAL_DAYS));
}

/**
 * The dispute after one more notice of it; itself where the notice says nothing new. A later stage opens it again, with a day of
 * its own; an earlier one, told late, only fills in what was not known. What a person has written stays.
 */
export function afterNotice(dispute: Dispute, notice: DisputeNotice): Dispute {
  const isLater = STAGES.indexOf(notice.kind) > STAGES.indexOf(dispute.kind);
  const told = isLater
    ? {
        ...dispute,
        kind: notice.kind,
        state: 'open' as const,
        notifiedDay: notice.notifiedDay,
        answerBy: answerDay(notice),
        reasonCode: notice.reasonCode ?? dispute.reasonCode,
        reasonText: notice.reasonText ?? dispute.reasonText,
        warnedDays: undefined,
      }
    : {
        ...dispute,
        reasonCode: dispute.reasonCode ?? notice.reasonCode,
        reasonText: dispute.reasonText ?? notice.reasonText,
        answerBy: answerByOf(dispute, notice),
      };
  // Of a debit only its net is known.
  const amount = notice.isOfSale === true && dispute.source === 'rede' ? notice.amount : dispute.amount;
  const named = { ...told, amount, process: dispute.process ?? notice.process };
  return withOutcome(withMoney(named, notice), notice);
}

/** The day that an acquirer names counts more than the usual one, which stands where nobody knew. */
function answerByOf(dispute: Dispute, notice: DisputeNotice): string | undefined {
  if (notice.kind !== dispute.kind || notice.answerBy === undefined) return dispute.answerBy;
  return dispute.source === 'manual' && notice.source === 'manual' ? dispute.answerBy : notice.answerBy;
}

function withMoney(dispute: Dispute, { money, moneyDay, notifiedDay }: DisputeNotice): Dispute {
  if (money === undefined || money === 'none' || money === dispute.money) return dispute;
  // What came back already is not taken by the same debit, told again.
  if (money === 'debited' && dispute.money === 'credited') return dispute;
  return { ...dispute, money, moneyDay: moneyDay ?? notifiedDay };
}

function withOutcome(dispute: Dispute, { outcome, outcomeDay }: DisputeNotice): Dispute {
  // Of an earlier stage, told once more after a later one had begun.
  const isOld = outcomeDay !== undefined && outcomeDay < dispute.notifiedDay;
  return outcome === undefined || isOld || isEnded(dispute) ? dispute : { ...dispute, state: outcome };
}

/** Whether two states of a dispute tell the same. */
export function saysTheSame(one: Dispute, other: Dispute): boolean {
  return (Object.keys(one) as (keyof Dispute)[]).every((member) => one[member] === other[member]);
}
