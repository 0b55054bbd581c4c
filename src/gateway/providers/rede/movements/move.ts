import type { MinorUnits } from '../../capabilities.ts';
import { type Deadline, type Fields, notAnswered } from '../../http/index.ts';
import type { HostAnswer, MoveOutcome } from '../../outcome.ts';
import { foreignAnswer, foreignName, hostAnswer } from '../answer/answer.ts';
import { type CodeVerdict, verdictOf } from '../answer/verdict.ts';
import { MAX_AMOUNT } from '../capabilities.ts';
import type { RedeCharge, RedeContext } from '../context.ts';
import { lookUp } from '../query/look-up.ts';

interface Movement {
  readonly method: 'POST' | 'PUT';
  /** Appended to the address of the charge. */
  readonly part: '' | '/refunds';
  readonly amount: MinorUnits;
  readonly deadline: Deadline;
}

interface Moved {
  readonly answer: HostAnswer;
  readonly verdict: CodeVerdict;
  readonly fields: Fields;
}

/**
 * Captures or refunds a charge. `granted` reads answers that grant the request and returns undefined for all others,
 * which are judged here. Rede takes only the tid for this: an unknown one is looked up first.
 */
export async function moveCharge(
  context: RedeContext,
  charge: RedeCharge,
  { method, part, amount, deadline }: Movement,
  granted: (moved: Moved) => MoveOutcome | undefined,
): Promise<MoveOutcome> {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT) {
    return { outcome: 'invalid_request', reason: 'the amount is not from 1 to ten digits', answer: {} };
  }
  const named = await tidOf(context, charge, deadline);
  if (named.kind !== 'tid') return named.outcome;
  const path = `/transactions/${encodeURIComponent(named.tid)}${part}`;
  const reply = await context.host.call(charge.account, { method, path, body: { amount } }, deadline);
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status } = reply;
  const foreign = foreignName(fields, { reference: charge.reference, tid: named.tid });
  if (foreign !== undefined) return lostAnswer(foreign, foreignAnswer(fields, status));
  const answer = hostAnswer(fields, status);
  const verdict = verdictOf(fields, status);
  return granted({ answer, verdict, fields }) ?? refusedMove(verdict, answer);
}

/** Only a query can tell what was moved. */
export function lostAnswer(reason: string, answer: HostAnswer): MoveOutcome {
  return { outcome: 'unknown', reason, answer };
}

function refusedMove(verdict: CodeVerdict, answer: HostAnswer): MoveOutcome {
  switch (verdict.kind) {
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'not_found':
      return { outcome: 'not_found', answer };
    case 'invalid_request':
      return { outcome: 'invalid_request', reason: verdict.reason, answer };
    default:
      return lostAnswer(`return code ${answer.rawCode ?? 'missing'}`, answer);
  }
}

type Named =
  | { readonly kind: 'tid'; readonly tid: string }
  | { readonly kind: 'none'; readonly outcome: MoveOutcome };

async function tidOf(context: RedeContext, charge: RedeCharge, deadline: Deadline): Promise<Named> {
  if (charge.tid !== undefined) return { kind: 'tid', tid: charge.tid };
  const found = await lookUp(context, charge, deadline);
  if (found.kind === 'found') return { kind: 'tid', tid: found.charge.tid };
  if (found.kind === 'not_found') return { kind: 'none', outcome: { outcome: 'not_found', answer: {} } };
  // Whatever came of the query, the capture or refund itself was not sent.
  const reason = `the charge could not be looked up: ${found.reason}`;
  return { kind: 'none', outcome: { outcome: 'not_sent', reason } };
}
