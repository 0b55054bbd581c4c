import type { Dossier } from './dossier.ts';
import type { Evidence, Finding } from './evidence.ts';
import { canTransition, STARTED, UNRESOLVED, walkOf } from './statuses.ts';

const OPEN_ATTEMPTS: ReadonlySet<string> = new Set(['sending', 'unknown', 'authenticating']);
const OPEN_MOVEMENTS: ReadonlySet<string> = new Set(['sending', 'unknown', 'pending']);

/** Checks that nothing is left open and that no status changed in a way that is not allowed. */
export function judgeUnresolved({ cases }: Evidence, dossiers: readonly Dossier[]): readonly Finding[] {
  return [
    ...cases.map(({ transactionId, kind, state, subject, reason }) => ({
      rule: 'no case is left open',
      says: `a case about ${kind} ${subject} is ${state}: ${reason}`,
      transactionId,
    })),
    ...dossiers.flatMap(judgeDossier),
  ];
}

function judgeDossier({ transaction, attempts, movements, history }: Dossier): readonly Finding[] {
  const rule = 'no transaction is left unresolved';
  const found = (says: string): Finding => ({ rule, says, transactionId: transaction.id });
  const findings: Finding[] = [];
  if (UNRESOLVED.has(transaction.status)) findings.push(found(`its status is ${transaction.status}`));
  if (transaction.hasOpenMovement) findings.push(found('it has an open movement'));
  for (const { reference, state } of attempts) {
    if (OPEN_ATTEMPTS.has(state)) findings.push(found(`attempt ${reference} is ${state}`));
  }
  for (const { id, kind, state } of movements) {
    if (OPEN_MOVEMENTS.has(state)) findings.push(found(`${kind} ${id} is ${state}`));
  }
  return [...findings, ...judgeWalk(transaction.id, transaction.status, walkOf(history))];
}

/** Checks the changes of status. A record is 10 from its first commit until its first result, which may be 0. */
function judgeWalk(transactionId: string, status: number, walk: readonly number[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [index, to] of walk.entries()) {
    const from = walk[index - 1];
    if (from === undefined || canTransition(from, to) || (index === 1 && to === STARTED)) continue;
    const says = `it changed from ${from} to ${to} (${walk.join(' ')})`;
    findings.push({ rule: 'statuses only change as allowed', says, transactionId });
  }
  const last = walk.at(-1);
  if (last !== status) {
    const says = `its history ends in ${last}, its record says ${status}`;
    findings.push({ rule: 'the history has every change', says, transactionId });
  }
  return findings;
}
