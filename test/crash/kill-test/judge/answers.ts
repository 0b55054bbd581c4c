import type { Answer, Call, Evidence, Finding, MovementRecord, ReportedTransaction } from './evidence.ts';
import { FINAL, statusSequenceOf } from './statuses.ts';
import type { TransactionEvidence } from './transaction-evidence.ts';

/** Refusals that are legitimate. */
const REFUSALS: Readonly<Record<Call['kind'], ReadonlySet<string>>> = {
  // A stored card may have been deleted by another request.
  sale: new Set(['idempotency_running', 'card_token_invalid']),
  capture: new Set([
    'idempotency_running',
    'status_conflict',
    'movement_running',
    'movement_declined',
    'amount_above_available',
    'acquirer_unreachable',
  ]),
  void: new Set([
    'idempotency_running',
    'status_conflict',
    'movement_running',
    'movement_declined',
    'amount_above_available',
    'acquirer_unreachable',
    'partial_unsupported',
    // What was paid by a barcode.
    'refund_by_transfer',
  ]),
  query: new Set(),
};
const SERVER_ERROR = 500;
/** Status of an empty list by the merchant's reference. */
const FOUND_NOTHING = 200;
/** Final states of movements without effect. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'declined',
  'not_found',
  'not_sent',
  'invalid',
  'not_done',
]);

/** Checks that every answer a merchant got is still true, and that a key stands for one request. */
export function judgeAnswers(
  evidence: Evidence,
  grouped: readonly TransactionEvidence[],
): readonly Finding[] {
  const transactionOf = new Map(grouped.map(({ transaction }) => [transaction.id, transaction.referenceId]));
  return [
    ...evidence.calls.flatMap((call) => judgeCall(call, transactionOf)),
    ...grouped.flatMap(judgeTransaction),
    ...judgeReferences(grouped),
  ];
}

function judgeCall(call: Call, referenceOf: ReadonlyMap<string, string>): readonly Finding[] {
  const { answer, kind, referenceId } = call;
  if (!answer) return [];
  const { http, code = '', reported, requestId } = answer;
  const where = `${kind} of ${referenceId} (request ${requestId})`;
  if (http >= SERVER_ERROR && code !== 'acquirer_unreachable') {
    return [{ rule: 'no request gets a server error', details: `${where} got ${http} ${code}` }];
  }
  if (!reported) {
    const isNotFoundYet = kind === 'query' && http === FOUND_NOTHING;
    if (isNotFoundYet || REFUSALS[kind].has(code)) return [];
    return [{ rule: 'no request is refused without a reason', details: `${where} got ${http} ${code}` }];
  }
  if (referenceOf.get(reported.transactionId) === referenceId) return [];
  const details = `${where} was answered with transaction ${reported.transactionId}, which does not exist`;
  return [{ rule: 'an answered transaction exists', details, transactionId: reported.transactionId }];
}

function judgeReferences(grouped: readonly TransactionEvidence[]): readonly Finding[] {
  const orders = grouped.filter(
    ({ transaction: { linkId, chargeId } }) => linkId === undefined && chargeId === undefined,
  );
  const byOrder = Map.groupBy(orders, ({ transaction }) => transaction.referenceId);
  return [...byOrder].flatMap(([referenceId, several]) => {
    if (several.length === 1) return [];
    const ids = several.map(({ transaction }) => transaction.id).join(', ');
    const details = `order ${referenceId} became ${several.length} transactions: ${ids}`;
    return [{ rule: 'one order, one transaction', details, transactionId: several[0]?.transaction.id ?? '' }];
  });
}

function judgeTransaction(evidence: TransactionEvidence): readonly Finding[] {
  return [
    ...judgeStatuses(evidence),
    ...judgeAmounts(evidence),
    ...judgeKeys(evidence),
    ...judgeRefusedMovements(evidence),
  ];
}

/**
 * Checks that a merchant saw statuses in the order of the transaction's history. A repeated answer to a key may be old: it
 * only has to be part of the history.
 */
function judgeStatuses({ transaction, calls, history }: TransactionEvidence): readonly Finding[] {
  const sequence = statusSequenceOf(history, transaction);
  const findings: Finding[] = [];
  const found = (details: string) =>
    findings.push({ rule: 'an answered status stays answered', details, transactionId: transaction.id });
  const keys = new Set<string>();
  let seenUpTo = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    const isRepeat = call.key !== undefined && keys.has(keyOf(call));
    if (call.key !== undefined) keys.add(keyOf(call));
    const reported = call.answer?.reported;
    if (reported?.transactionId !== transaction.id) continue;
    const isAfter = !isRepeat && call.sentAt >= lastEnd;
    const at = sequence.indexOf(reported.status, isAfter ? seenUpTo : 0);
    if (at < 0) {
      found(`a ${call.kind} was answered with ${reported.status}; its way: ${sequence.join(' ')}`);
      continue;
    }
    if (FINAL.has(reported.status) && transaction.status !== reported.status) {
      found(`${reported.status} is final and was answered; the record says ${transaction.status}`);
    }
    if (!isAfter) continue;
    seenUpTo = at;
    lastEnd = call.endedAt;
  }
  return findings;
}

function judgeAmounts({ transaction, calls }: TransactionEvidence): readonly Finding[] {
  return calls.flatMap(({ kind, answer }) => {
    const reported = answer?.reported;
    if (reported?.transactionId !== transaction.id || isStillTrue(reported, transaction)) return [];
    const details =
      `a ${kind} was answered with ${reported.amount} captured ${reported.capturedAmount} refunded ${reported.refundedAmount}; ` +
      `the record: ${transaction.amount}, ${transaction.capturedAmount}, ${transaction.refundedAmount}`;
    return [{ rule: 'an answered amount stays answered', details, transactionId: transaction.id }];
  });
}

/** Money is captured once, and the refunded amount never decreases. */
function isStillTrue(reported: ReportedTransaction, now: TransactionEvidence['transaction']): boolean {
  return (
    reported.amount === now.amount &&
    (reported.capturedAmount === undefined || reported.capturedAmount === now.capturedAmount) &&
    (reported.refundedAmount === undefined || reported.refundedAmount <= now.refundedAmount)
  );
}

/** Checks that a key always returns its first answer, or, where that was lost, answers about one transaction. */
function judgeKeys({ transaction, calls }: TransactionEvidence): readonly Finding[] {
  const keyed = calls.filter(({ key }) => key !== undefined);
  return [...Map.groupBy(keyed, keyOf)].flatMap(([key, [first, ...repeats]]) => {
    const firstAnswer = given(first?.answer);
    const answers = repeats.flatMap(({ answer }) => given(answer) ?? []);
    const findings: Finding[] = [];
    const found = (details: string) =>
      findings.push({ rule: 'a key returns its first answer', details, transactionId: transaction.id });
    for (const { reported, text } of answers) {
      if (reported?.transactionId !== transaction.id)
        found(`${key} was answered with ${reported?.transactionId}`);
      if (firstAnswer && comparable(text) !== comparable(firstAnswer.text)) {
        found(`${key} was answered with ${firstAnswer.text}, then with ${text}`);
      }
    }
    return findings;
  });
}

/**
 * The token of a card that a sale keeps is reported as soon as it is known, and until it is deleted. A refusal names the
 * request that it answers.
 */
function comparable(text: string | undefined): string | undefined {
  return text?.replace(/,"token":"[^"]*"/, '').replace(/,"requestId":"[^"]*"/, '');
}

/** Stored for a key: what was done, and the refusal of what had begun, which shows the record too. */
function given(answer: Answer | undefined): Answer | undefined {
  return answer?.reported ? answer : undefined;
}

/** Checks that a refused request moved no money in any of its attempts. */
function judgeRefusedMovements({
  transaction,
  calls,
  history,
  movements,
}: TransactionEvidence): readonly Finding[] {
  const byId = new Map<string | undefined, MovementRecord>(movements.map((one) => [one.id, one]));
  return calls.flatMap(({ kind, answer }) => {
    if (!answer || answer.reported || kind === 'sale' || kind === 'query') return [];
    const sent = history.filter((event) => event.kind === 'sent' && event.requestId === answer.requestId);
    return sent.flatMap(({ subject }) => {
      const movement = byId.get(subject);
      if (!movement || WITHOUT_EFFECT.has(movement.state)) return [];
      const details = `a ${kind} was refused (${answer.code}), and its ${movement.kind} ${movement.id} is ${movement.state}`;
      return [{ rule: 'a refused request moves no money', details, transactionId: transaction.id }];
    });
  });
}

function keyOf({ kind, key }: Call): string {
  return `${kind} ${key}`;
}
