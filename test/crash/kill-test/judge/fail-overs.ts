import type { AttemptRecord, Evidence, Finding, HistoryRecord, HostCharge } from './evidence.ts';
import type { TransactionEvidence } from './transaction-evidence.ts';

/** Ends of an attempt after which a payment may be asked for at a second acquirer. */
const TRIED_ELSEWHERE_AFTER: ReadonlySet<string> = new Set(['declined', 'not_sent', 'invalid']);
/** What is or was approved. */
const APPROVED: ReadonlySet<HostCharge['state']> = new Set(['approved', 'canceled']);

/** A payment that was asked for at a second acquirer in the same request: the event of the second attempt. */
export function failOversIn(history: Evidence['history']): readonly HistoryRecord[] {
  return history.filter(({ kind, after }) => kind === 'sent' && after !== undefined);
}

/** Checks both acquirers' books against our attempts, and that a payment went to the second one only where it may. */
export function judgeFailOvers(grouped: readonly TransactionEvidence[]): readonly Finding[] {
  return grouped.flatMap((evidence) => [...judgePlaces(evidence), ...judgeSecondTries(evidence)]);
}

function judgePlaces({ transaction, attempts, charges, history }: TransactionEvidence): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string, reference: string) =>
    findings.push({ rule, details, transactionId: transaction.id, reference });
  for (const { reference, provider, amount, state } of charges) {
    const asked = attempts.find((attempt) => attempt.reference === reference);
    if (asked && asked.provider !== provider) {
      found(
        'a charge is where it was asked for',
        `asked for at ${asked.provider}, made at ${provider}`,
        reference,
      );
    }
    if (APPROVED.has(state) && amount !== transaction.amount) {
      found('a charge has the amount of its payment', `${amount} of ${transaction.amount}`, reference);
    }
  }
  const last = lastAttemptOf(attempts, history);
  if (last && transaction.provider !== last.provider) {
    const details = `its last attempt is at ${last.provider}, its record says ${transaction.provider}`;
    found('a payment is told at its last acquirer', details, last.reference);
  }
  return findings;
}

function judgeSecondTries({
  transaction,
  attempts,
  charges,
  history,
}: TransactionEvidence): readonly Finding[] {
  const findings: Finding[] = [];
  const found = (rule: string, details: string, reference: string) =>
    findings.push({ rule, details, transactionId: transaction.id, reference });
  const second = failOversIn(history);
  for (const [requestId, ofRequest] of Map.groupBy(second, (event) => event.requestId)) {
    const reference = String(ofRequest[0]?.subject);
    const sent = history.filter((event) => event.kind === 'sent' && event.requestId === requestId);
    if (requestId === undefined || ofRequest.length > 1 || sent.length !== 2) {
      const details = `request ${requestId} asked ${sent.length} times, ${ofRequest.length} of them elsewhere`;
      found('a request asks two acquirers at most', details, reference);
    }
    for (const { subject } of sent.filter((event) => event.after === undefined)) {
      const first = attempts.find((attempt) => attempt.reference === subject);
      const charge = charges.find((one) => one.reference === subject);
      const wasCharged = charge !== undefined && APPROVED.has(charge.state);
      if (!first || !TRIED_ELSEWHERE_AFTER.has(first.state) || wasCharged) {
        const details = `${subject} is ${first?.state} for us, ${charge?.state ?? 'unknown'} at the acquirer, and was tried elsewhere as ${reference}`;
        found('only what charged nothing is tried elsewhere', details, reference);
      }
      const told = history.filter((event) => event.subject === subject && event.status !== undefined);
      if (told.length > 0) {
        const details = `${subject} was told as ${told.map(({ status }) => status).join(' ')} before it was tried elsewhere`;
        found('a payment tried elsewhere has one first result', details, reference);
      }
      const next = attempts.find((attempt) => attempt.reference === reference);
      if (first?.provider === next?.provider) {
        found('a second try is at another acquirer', `both are at ${next?.provider}`, reference);
      }
    }
  }
  return findings;
}

function lastAttemptOf(
  attempts: readonly AttemptRecord[],
  history: readonly HistoryRecord[],
): AttemptRecord | undefined {
  const byReference = new Map(attempts.map((attempt) => [attempt.reference, attempt]));
  const sent = history.filter(({ kind, subject = '' }) => kind === 'sent' && byReference.has(subject));
  return byReference.get(sent.at(-1)?.subject ?? '');
}
