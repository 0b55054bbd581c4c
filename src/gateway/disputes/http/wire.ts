import type { LocalTime } from '../../../platform/time/clock.ts';
import type { Dispute } from '../rules/dispute.ts';
import type { DisputeRecord } from './schema.ts';

/** The record in every answer about a dispute. */
export function writeDispute(dispute: Dispute, { iso }: Pick<LocalTime, 'iso'>): DisputeRecord {
  const { referenceId, process, reasonCode, reasonText, answerBy, moneyDay, answer, answeredAt } = dispute;
  return {
    disputeId: dispute.id,
    transactionId: dispute.transactionId,
    ...(referenceId !== undefined && { referenceId }),
    provider: dispute.provider,
    source: dispute.source,
    kind: dispute.kind,
    ...(process !== undefined && { process }),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(reasonText !== undefined && { reason: reasonText }),
    amount: String(dispute.amount),
    notifiedDate: dispute.notifiedDay,
    ...(answerBy !== undefined && { answerBy }),
    state: dispute.state,
    money: dispute.money,
    ...(moneyDay !== undefined && { moneyDate: moneyDay }),
    ...(answer !== undefined && { answer }),
    ...(answeredAt !== undefined && { answeredAt: iso(answeredAt) }),
    dtCreation: iso(dispute.createdAt),
    dtUpdate: iso(dispute.updatedAt),
  };
}
