import type { Accounts } from '../../accounts/accounts.ts';
import { type Dispute, type Disputes, daysLeft, possibleSteps } from '../../gateway/disputes/index.ts';
import { moment } from '../interface/moment.ts';
import { providerName } from '../sales/sale-row.ts';
import { DISPUTE_STEPS, type DisputeRow, type ShownDispute } from './schema.ts';

export function disputeRowOf(dispute: Dispute, today: string): DisputeRow {
  const { id, transactionId, source, kind, amount, notifiedDay, state, money } = dispute;
  return {
    id,
    transactionId,
    referenceId: dispute.referenceId ?? null,
    personId: dispute.merchantId,
    provider: providerName(dispute.provider),
    source,
    kind,
    process: dispute.process ?? null,
    reasonCode: dispute.reasonCode ?? null,
    reason: dispute.reasonText ?? null,
    amount,
    notifiedDay,
    answerBy: dispute.answerBy ?? null,
    daysLeft: daysLeft(dispute, today) ?? null,
    state,
    money,
    moneyDay: dispute.moneyDay ?? null,
  };
}

export async function shownDispute(
  {
    accounts,
    disputes,
  }: { readonly accounts: Pick<Accounts, 'panel'>; readonly disputes: Pick<Disputes, 'files'> },
  dispute: Dispute,
  today: string,
): Promise<ShownDispute> {
  const { answer, answeredAt, answeredBy, statement } = dispute;
  const names = answeredBy === undefined ? undefined : await accounts.panel.namesOf([answeredBy]);
  const possible = possibleSteps(dispute);
  return {
    ...disputeRowOf(dispute, today),
    answer: answer ?? null,
    answeredAt: answeredAt === undefined ? null : moment(answeredAt),
    answeredBy: (answeredBy !== undefined && names?.get(answeredBy)) || null,
    statement: statement ?? null,
    files: (await disputes.files.list(dispute.id)).map(({ id, name }) => ({ id, name })),
    steps: DISPUTE_STEPS.filter((step) => possible.includes(step)),
  };
}
