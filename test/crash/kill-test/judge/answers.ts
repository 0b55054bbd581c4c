import type { Dossier } from './dossier.ts';
import type { Answer, Call, Evidence, Finding, MovementRecord, Told } from './evidence.ts';
import { FINAL, walkOf } from './statuses.ts';

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
  ]),
  look: new Set(),
};
const SERVER_ERROR = 500;
/** Status of an empty list by the merchant's reference. */
const FOUND_NOTHING = 200;
/** Final states of movements without effect. */
const DID_NOT_MOVE: ReadonlySet<string> = new Set([
  'declined',
  'not_found',
  'not_sent',
  'invalid',
  'not_done',
]);

/** Checks that every answer a merchant got is still true, and that a key stands for one request. */
export function judgeAnswers(evidence: Evidence, dossiers: readonly Dossier[]): readonly Finding[] {
  const transactionOf = new Map(dossiers.map(({ transaction }) => [transaction.id, transaction.referenceId]));
  return [
    ...evidence.calls.flatMap((call) => judgeCall(call, transactionOf)),
    ...dossiers.flatMap(judgeDossier),
    ...judgeReferences(dossiers),
  ];
}

function judgeCall(call: Call, referenceOf: ReadonlyMap<string, string>): readonly Finding[] {
  const { answer, kind, referenceId } = call;
  if (!answer) return [];
  const { http, code = '', told, requestId } = answer;
  const where = `${kind} of ${referenceId} (request ${requestId})`;
  if (http >= SERVER_ERROR && code !== 'acquirer_unreachable') {
    return [{ rule: 'no request gets a server error', says: `${where} got ${http} ${code}` }];
  }
  if (!told) {
    const isNotFoundYet = kind === 'look' && http === FOUND_NOTHING;
    if (isNotFoundYet || REFUSALS[kind].has(code)) return [];
    return [{ rule: 'no request is refused without a reason', says: `${where} got ${http} ${code}` }];
  }
  if (referenceOf.get(told.transactionId) === referenceId) return [];
  const says = `${where} was answered with transaction ${told.transactionId}, which does not exist`;
  return [{ rule: 'an answered transaction exists', says, transactionId: told.transactionId }];
}

function judgeReferences(dossiers: readonly Dossier[]): readonly Finding[] {
  const orders = dossiers.filter(({ transaction }) => transaction.linkId === undefined);
  const byOrder = Map.groupBy(orders, ({ transaction }) => transaction.referenceId);
  return [...byOrder].flatMap(([referenceId, several]) => {
    if (several.length === 1) return [];
    const ids = several.map(({ transaction }) => transaction.id).join(', ');
    const says = `order ${referenceId} became ${several.length} transactions: ${ids}`;
    return [{ rule: 'one order, one transaction', says, transactionId: several[0]?.transaction.id ?? '' }];
  });
}

function judgeDossier(dossier: Dossier): readonly Finding[] {
  return [...judgeStatuses(dossier), ...judgeAmounts(dossier), ...judgeKeys(dossier), ...judgeMoves(dossier)];
}

/**
 * Checks that a merchant saw statuses in the order of the transaction's history. A repeated answer to a key may be old: it
 * only has to be part of the history.
 */
function judgeStatuses({ transaction, calls, history }: Dossier): readonly Finding[] {
  const walk = walkOf(history);
  const findings: Finding[] = [];
  const found = (says: string) =>
    findings.push({ rule: 'an answered status stays answered', says, transactionId: transaction.id });
  const keys = new Set<string>();
  let seenUpTo = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    const isRepeat = call.key !== undefined && keys.has(keyOf(call));
    if (call.key !== undefined) keys.add(keyOf(call));
    const told = call.answer?.told;
    if (told?.transactionId !== transaction.id) continue;
    const isAfter = !isRepeat && call.sentAt >= lastEnd;
    const at = walk.indexOf(told.status, isAfter ? seenUpTo : 0);
    if (at < 0) {
      found(`a ${call.kind} was answered with ${told.status}; its way: ${walk.join(' ')}`);
      continue;
    }
    if (FINAL.has(told.status) && transaction.status !== told.status) {
      found(`${told.status} is final and was answered; the record says ${transaction.status}`);
    }
    if (!isAfter) continue;
    seenUpTo = at;
    lastEnd = call.endedAt;
  }
  return findings;
}

function judgeAmounts({ transaction, calls }: Dossier): readonly Finding[] {
  return calls.flatMap(({ kind, answer }) => {
    const told = answer?.told;
    if (told?.transactionId !== transaction.id || isStillTrue(told, transaction)) return [];
    const says =
      `a ${kind} was answered with ${told.amount} captured ${told.capturedAmount} refunded ${told.refundedAmount}; ` +
      `the record: ${transaction.amount}, ${transaction.capturedAmount}, ${transaction.refundedAmount}`;
    return [{ rule: 'an answered amount stays answered', says, transactionId: transaction.id }];
  });
}

/** Money is captured once, and the refunded amount never decreases. */
function isStillTrue(told: Told, now: Dossier['transaction']): boolean {
  return (
    told.amount === now.amount &&
    (told.capturedAmount === undefined || told.capturedAmount === now.capturedAmount) &&
    (told.refundedAmount === undefined || told.refundedAmount <= now.refundedAmount)
  );
}

/** Checks that a key always returns its first answer, or, where that was lost, answers about one transaction. */
function judgeKeys({ transaction, calls }: Dossier): readonly Finding[] {
  const keyed = calls.filter(({ key }) => key !== undefined);
  return [...Map.groupBy(keyed, keyOf)].flatMap(([key, [first, ...repeats]]) => {
    const firstAnswer = given(first?.answer);
    const answers = repeats.flatMap(({ answer }) => given(answer) ?? []);
    const findings: Finding[] = [];
    const found = (says: string) =>
      findings.push({ rule: 'a key returns its first answer', says, transactionId: transaction.id });
    for (const { told, text } of answers) {
      if (told?.transactionId !== transaction.id) found(`${key} was answered with ${told?.transactionId}`);
      if (firstAnswer && withoutToken(text) !== withoutToken(firstAnswer.text)) {
        found(`${key} was answered with ${firstAnswer.text}, then with ${text}`);
      }
    }
    return findings;
  });
}

/** The token of a card that a sale keeps is told as soon as it is known, and until it is deleted. */
function withoutToken(text: string | undefined): string | undefined {
  return text?.replace(/,"token":"[^"]*"/, '');
}

/** Only successful answers are stored for a key. */
function given(answer: Answer | undefined): Answer | undefined {
  return answer?.told ? answer : undefined;
}

/** Checks that a refused request moved no money in any of its attempts. */
function judgeMoves({ transaction, calls, history, movements }: Dossier): readonly Finding[] {
  const byId = new Map<string | undefined, MovementRecord>(movements.map((one) => [one.id, one]));
  return calls.flatMap(({ kind, answer }) => {
    if (!answer || answer.told || kind === 'sale' || kind === 'look') return [];
    const sent = history.filter((event) => event.kind === 'sent' && event.requestId === answer.requestId);
    return sent.flatMap(({ subject }) => {
      const movement = byId.get(subject);
      if (!movement || DID_NOT_MOVE.has(movement.state)) return [];
      const says = `a ${kind} was refused (${answer.code}), and its ${movement.kind} ${movement.id} is ${movement.state}`;
      return [{ rule: 'a refused request moves no money', says, transactionId: transaction.id }];
    });
  });
}

function keyOf({ kind, key }: Call): string {
  return `${kind} ${key}`;
}
