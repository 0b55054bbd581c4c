import type { Dossier } from './dossier.ts';
import type { Arrival, Evidence, Finding } from './evidence.ts';
import { changesOf } from './statuses.ts';

/** Checks that every change of status was delivered in order at least once, and exactly once after removing duplicates. */
export function judgePostbacks(evidence: Evidence, dossiers: readonly Dossier[]): readonly Finding[] {
  const known = new Set(evidence.transactions.map(({ id }) => id));
  const strange = evidence.arrivals.filter(({ transactionId }) => !known.has(transactionId));
  return [
    ...strange.map(({ webhookId }) => ({
      rule: 'postbacks are about known transactions',
      says: `${webhookId} is about a transaction that does not exist`,
    })),
    ...dossiers.flatMap(judgeDossier),
  ];
}

function judgeDossier({ transaction, history, postbacks, arrivals }: Dossier): readonly Finding[] {
  const found = (rule: string, says: string): Finding => ({ rule, says, transactionId: transaction.id });
  const findings: Finding[] = [];
  const changes = changesOf(history);
  const first = firstOfEach(arrivals);
  const accepted = firstOfEach(arrivals.filter(({ isAccepted }) => isAccepted));
  const told = accepted.map(({ status }) => status);
  if (told.join() !== changes.join()) {
    const says = `statuses ${changes.join(' ')} were to be told, the receiver has ${told.join(' ')}`;
    findings.push(found('every change is delivered once, in order', says));
  }
  for (const ordered of [first, accepted]) {
    const versions = ordered.map(versionOf);
    if (versions.every((version, index) => index === 0 || version > Number(versions[index - 1]))) continue;
    findings.push(found('postbacks arrive in order', `versions arrived as ${versions.join(' ')}`));
  }
  for (const { webhookId, isSigned } of arrivals) {
    if (!isSigned) findings.push(found('postbacks are signed', `the signature of ${webhookId} is wrong`));
  }
  for (const [id, tries] of Map.groupBy(arrivals, ({ webhookId }) => webhookId)) {
    const bodies = new Set(tries.map(({ body }) => body));
    if (bodies.size > 1)
      findings.push(found('a postback keeps its body', `${id} was received with different bodies`));
  }
  for (const { id, state } of postbacks) {
    if (state !== 'delivered') findings.push(found('every postback is delivered', `${id} is ${state}`));
  }
  const last = told.at(-1);
  if (last !== undefined && last !== transaction.status) {
    const says = `told last: ${last}; the record: ${transaction.status}`;
    findings.push(found('the last postback has the final status', says));
  }
  return findings;
}

function firstOfEach(arrivals: readonly Arrival[]): readonly Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ webhookId }) => {
    if (seen.has(webhookId)) return false;
    seen.add(webhookId);
    return true;
  });
}

function versionOf({ webhookId }: Arrival): number {
  return Number(webhookId.split('.').at(-1));
}
