import type { Evidence, Finding, ReceivedPostback } from './evidence.ts';
import { changesOf } from './statuses.ts';
import type { TransactionEvidence } from './transaction-evidence.ts';

/** Checks that every change of status was delivered in order at least once, and exactly once after removing duplicates. */
export function judgePostbacks(
  evidence: Evidence,
  grouped: readonly TransactionEvidence[],
): readonly Finding[] {
  const known = new Set(evidence.transactions.map(({ id }) => id));
  const strange = evidence.receivedPostbacks.filter(({ transactionId }) => !known.has(transactionId));
  return [
    ...strange.map(({ webhookId }) => ({
      rule: 'postbacks are about known transactions',
      details: `${webhookId} is about a transaction that does not exist`,
    })),
    ...grouped.flatMap(judgeTransaction),
  ];
}

function judgeTransaction({
  transaction,
  history,
  postbacks,
  receivedPostbacks,
}: TransactionEvidence): readonly Finding[] {
  // The back office is told in the commit of the change, without a postback.
  if (transaction.chargeId !== undefined) return [];
  const found = (rule: string, details: string): Finding => ({
    rule,
    details,
    transactionId: transaction.id,
  });
  const findings: Finding[] = [];
  const changes = changesOf(history, transaction);
  const first = firstOfEach(receivedPostbacks);
  const accepted = firstOfEach(receivedPostbacks.filter(({ isAccepted }) => isAccepted));
  const delivered = accepted.map(({ status }) => status);
  if (delivered.join() !== changes.join()) {
    const details = `statuses ${changes.join(' ')} were to be delivered, the receiver has ${delivered.join(' ')}`;
    findings.push(found('every change is delivered once, in order', details));
  }
  for (const ordered of [first, accepted]) {
    const versions = ordered.map(versionOf);
    if (versions.every((version, index) => index === 0 || version > Number(versions[index - 1]))) continue;
    findings.push(found('postbacks arrive in order', `versions arrived as ${versions.join(' ')}`));
  }
  for (const { webhookId, isSigned } of receivedPostbacks) {
    if (!isSigned) findings.push(found('postbacks are signed', `the signature of ${webhookId} is wrong`));
  }
  for (const [id, tries] of Map.groupBy(receivedPostbacks, ({ webhookId }) => webhookId)) {
    const bodies = new Set(tries.map(({ body }) => body));
    if (bodies.size > 1)
      findings.push(found('a postback keeps its body', `${id} was received with different bodies`));
  }
  for (const { id, state } of postbacks) {
    if (state !== 'delivered') findings.push(found('every postback is delivered', `${id} is ${state}`));
  }
  const last = delivered.at(-1);
  if (last !== undefined && last !== transaction.status) {
    const details = `delivered last: ${last}; the record: ${transaction.status}`;
    findings.push(found('the last postback has the final status', details));
  }
  return findings;
}

function firstOfEach(receivedPostbacks: readonly ReceivedPostback[]): readonly ReceivedPostback[] {
  const seen = new Set<string>();
  return receivedPostbacks.filter(({ webhookId }) => {
    if (seen.has(webhookId)) return false;
    seen.add(webhookId);
    return true;
  });
}

function versionOf({ webhookId }: ReceivedPostback): number {
  return Number(webhookId.split('.').at(-1));
}
