import type { Evidence, Finding } from './evidence.ts';
import { isLeftToShop } from './slips.ts';
import { canTransition, STARTED, statusSequenceOf, UNRESOLVED } from './statuses.ts';
import type { TransactionEvidence } from './transaction-evidence.ts';

const OPEN_ATTEMPTS: ReadonlySet<string> = new Set(['sending', 'unknown', 'waiting']);
const OPEN_MOVEMENTS: ReadonlySet<string> = new Set(['sending', 'unknown', 'pending']);

/** Checks that nothing is left open and that no status changed in a way that is not allowed. */
export function judgeUnresolved(
  { cases }: Evidence,
  grouped: readonly TransactionEvidence[],
): readonly Finding[] {
  return [
    ...cases
      .filter((one) => !isLeftToShop(one))
      .map(({ transactionId, kind, state, subject, reason }) => ({
        rule: 'no case is left open',
        details: `a case about ${kind} ${subject} is ${state}: ${reason}`,
        transactionId,
      })),
    ...grouped.flatMap(judgeTransaction),
  ];
}

function judgeTransaction({
  transaction,
  attempts,
  movements,
  history,
}: TransactionEvidence): readonly Finding[] {
  const rule = 'no transaction is left unresolved';
  const found = (details: string): Finding => ({ rule, details, transactionId: transaction.id });
  const findings: Finding[] = [];
  if (UNRESOLVED.has(transaction.status)) findings.push(found(`its status is ${transaction.status}`));
  if (transaction.hasOpenMovement) findings.push(found('it has an open movement'));
  for (const { reference, state } of attempts) {
    if (OPEN_ATTEMPTS.has(state)) findings.push(found(`attempt ${reference} is ${state}`));
  }
  for (const { id, kind, state } of movements) {
    if (OPEN_MOVEMENTS.has(state)) findings.push(found(`${kind} ${id} is ${state}`));
  }
  return [...findings, ...judgeSequence(transaction, statusSequenceOf(history, transaction))];
}

/** Checks the changes of status. A record is 10 from its first commit until its first result, which may be 0. */
function judgeSequence(
  transaction: TransactionEvidence['transaction'],
  sequence: readonly number[],
): readonly Finding[] {
  const { id: transactionId, status } = transaction;
  const findings: Finding[] = [];
  for (const [index, to] of sequence.entries()) {
    const from = sequence[index - 1];
    if (from === undefined || canTransition(from, to, transaction) || (index === 1 && to === STARTED))
      continue;
    const details = `it changed from ${from} to ${to} (${sequence.join(' ')})`;
    findings.push({ rule: 'statuses only change as allowed', details, transactionId });
  }
  const last = sequence.at(-1);
  if (last !== status) {
    const details = `its history ends in ${last}, its record says ${status}`;
    findings.push({ rule: 'the history has every change', details, transactionId });
  }
  return findings;
}
