import type { AttemptRecord, Evidence, Finding, HostCharge } from './evidence.ts';
import { AUTHORIZED, CANCELED, CAPTURED } from './statuses.ts';
import type { TransactionEvidence } from './transaction-evidence.ts';

/** States of attempts without a charge: never approved, or undone. */
const NOTHING_CHARGED: ReadonlySet<string> = new Set(['declined', 'not_sent', 'invalid', 'absent', 'undone']);

interface Sums {
  /** Authorized and not captured. */
  readonly held: number;
  readonly captured: number;
  readonly refunded: number;
}

/** Checks that the acquirer's book and our records agree to the cent. */
export function judgeMoney(evidence: Evidence, grouped: readonly TransactionEvidence[]): readonly Finding[] {
  return [...judgeBook(evidence), ...grouped.flatMap(judgeTransaction)];
}

/** Checks that every charge is ours and every reference was sent once. */
function judgeBook({ attempts, charges, repeatedReferences }: Evidence): readonly Finding[] {
  const known = new Set(attempts.map(({ reference }) => reference));
  const seen = new Set<string>();
  const findings: Finding[] = repeatedReferences.map((reference) => ({
    rule: 'no reference is used twice',
    details: `${reference} was sent to the acquirer more than once`,
    reference,
  }));
  for (const { reference, tid } of charges) {
    if (!known.has(reference)) {
      const details = `the acquirer has charge ${tid} under ${reference}, of which we know nothing`;
      findings.push({ rule: 'every charge belongs to an attempt', details, reference });
    }
    if (seen.has(reference)) {
      const details = `the acquirer has two charges under ${reference}`;
      findings.push({ rule: 'no reference is used twice', details, reference });
    }
    seen.add(reference);
  }
  return findings;
}

function judgeTransaction(evidence: TransactionEvidence): readonly Finding[] {
  const { transaction, attempts, charges } = evidence;
  const found = (rule: string, details: string, reference?: string): Finding => ({
    rule,
    details,
    transactionId: transaction.id,
    ...(reference === undefined ? {} : { reference }),
  });
  const findings = attempts.flatMap((attempt) => {
    const charge = charges.find(({ reference }) => reference === attempt.reference);
    const details = disagreement(attempt, charge);
    return details ? [found('attempt and charge agree', details, attempt.reference)] : [];
  });
  const live = charges.filter(({ state }) => state === 'approved');
  if (live.length > 1) {
    const details = `${live.length} approvals stand: ${live.map(({ reference }) => reference).join(', ')}`;
    findings.push(found('one live approval for each payment', details));
  }
  const details = wrongSums(evidence);
  if (details) findings.push(found('sums agree to the cent', details));
  return findings;
}

function disagreement({ state }: AttemptRecord, charge: HostCharge | undefined): string | undefined {
  if (state === 'approved') {
    if (!charge) return 'approved for us, unknown to the acquirer';
    const isApproved = charge.state === 'approved' || charge.state === 'canceled';
    return isApproved ? undefined : `approved for us, ${charge.state} at the acquirer`;
  }
  if (NOTHING_CHARGED.has(state) && charge?.state === 'approved') {
    return `${state} for us, approved at the acquirer`;
  }
  return undefined;
}

/** Compares the acquirer's amounts with the status and amounts of the record; undefined when they agree. */
function wrongSums({ transaction, charges }: TransactionEvidence): string | undefined {
  const { status, amount, capturedAmount, refundedAmount } = transaction;
  const host = sumsOf(charges);
  const ours = `status ${status}, captured ${capturedAmount}, refunded ${refundedAmount} of ${amount}`;
  const theirs = `held ${host.held}, captured ${host.captured}, refunded ${host.refunded}`;
  const wrong = `our record: ${ours}; the acquirer: ${theirs}`;
  if (capturedAmount > amount) return `captured more than authorized. ${wrong}`;
  if (capturedAmount > 0 && refundedAmount > capturedAmount) return `refunded more than captured. ${wrong}`;
  if (host.refunded > host.captured) return `the acquirer refunded more than it captured. ${wrong}`;
  return isAsRecorded(transaction, host) ? undefined : wrong;
}

function isAsRecorded(transaction: TransactionEvidence['transaction'], host: Sums): boolean {
  const { status, amount, capturedAmount, refundedAmount } = transaction;
  const isNothing = host.held === 0 && host.captured === host.refunded;
  switch (status) {
    case AUTHORIZED:
      return host.held === amount - refundedAmount && host.captured === 0;
    case CAPTURED:
      return capturedAmount > 0 && host.captured === capturedAmount && host.refunded === refundedAmount;
    case CANCELED:
      return capturedAmount === 0
        ? isNothing
        : isNothing && host.captured === capturedAmount && refundedAmount === capturedAmount;
    default:
      return isNothing;
  }
}

function sumsOf(charges: readonly HostCharge[]): Sums {
  const approved = charges.filter(({ state }) => state === 'approved' || state === 'canceled');
  return approved.reduce(
    (sums, { amount, captured, voided, refunded }) => ({
      held: sums.held + (captured === 0 ? amount - voided : 0),
      captured: sums.captured + captured,
      refunded: sums.refunded + refunded,
    }),
    { held: 0, captured: 0, refunded: 0 },
  );
}
