import { bankDecline, isForbidden, noAnswer, reasonOf, refusalAnswer } from '../bacen-pix/index.ts';
import type { Deadline } from '../http/index.ts';
import type { AuthorizeOutcome, HostAnswer } from '../outcome.ts';
import type { SlipIds, SlipRequest } from '../slips/slip-provider.ts';
import type { SlipAccount } from './account.ts';
import { endOfDay, keptAnswer } from './answer.ts';
import type { SlipContext } from './context.ts';
import type { SlipAtBank } from './dialect.ts';
import { type LookedUpSlip, lookUpSlip } from './look-up.ts';
import { withPath } from './paths.ts';

/** Registers a slip under a number of ours: a repeated one makes no second slip. */
export async function createSlip(
  context: SlipContext,
  account: SlipAccount,
  request: SlipRequest,
): Promise<AuthorizeOutcome> {
  const { dialect, host } = context;
  if (!Number.isSafeInteger(request.amount) || request.amount < dialect.terms.leastAmount) {
    return invalid('the bank takes no slip of this amount');
  }
  const asked = dialect.create(account, request);
  if (typeof asked === 'string') return invalid(asked);
  const deadline = context.deadlineIn(context.timing.authorizeMs);
  const reply = await host.call(asked.access, asked.call, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
  if (reply.kind === 'refused') return refused(context, account, { request, reply, deadline });
  // Accepted, and registered later.
  if (reply.status === 202) return { outcome: 'pending', answer: { httpStatus: reply.status } };
  const slip = dialect.readCreated(reply.fields, account, request);
  if (typeof slip === 'string') return { outcome: 'unknown', reason: slip };
  return outcomeOf(request, slip, reply.status);
}

function outcomeOf(request: SlipRequest, slip: SlipAtBank, httpStatus: number): AuthorizeOutcome {
  const answer = keptAnswer(slip, httpStatus);
  if (slip.amount !== request.amount) {
    return { outcome: 'unknown', reason: 'the slip has another amount', answer };
  }
  if (slip.standing === 'paid') return { outcome: 'approved', captured: true, answer };
  if (slip.standing === 'removed') return { outcome: 'duplicate', answer };
  if (slip.standing === 'registering' || !slip.slip) return { outcome: 'pending', answer };
  return {
    outcome: 'buyer_awaited',
    nextAction: { kind: 'slip', slip: slip.slip },
    expiresAt: endOfDay(request.payableUntil),
    answer,
  };
}

interface Refused {
  readonly request: SlipRequest;
  readonly reply: {
    readonly status: number;
    readonly problem: Parameters<typeof reasonOf>[0];
  };
  readonly deadline: Deadline;
}

/** Refused because of what it asks for, or because an earlier call registered it. */
async function refused(
  context: SlipContext,
  account: SlipAccount,
  { request, reply: { status, problem }, deadline }: Refused,
): Promise<AuthorizeOutcome> {
  const { dialect } = context;
  const answer: HostAnswer = refusalAnswer(problem, status);
  if (isForbidden({ status })) return { outcome: 'invalid_request', reason: reasonOf(problem), answer };
  const ids: SlipIds = { ...request, theirId: undefined };
  const told = { ...problem, message: withPath(problem, dialect.paths) };
  const declined = { outcome: 'declined', decline: bankDecline(told, 'fix_data'), answer } as const;
  // Where nothing leads to it but the bank's own name, only its words tell whether an earlier call made it.
  if (!dialect.query(account, ids) && !dialect.isTaken(problem.message ?? '')) return declined;
  const found: LookedUpSlip = await lookUpSlip(context, account, ids, deadline);
  if (found.kind === 'found') return outcomeOf(request, found.slip, status);
  if (found.kind === 'not_found') {
    return status === 404 ? { outcome: 'invalid_request', reason: reasonOf(problem), answer } : declined;
  }
  // An earlier call with this number may have registered it.
  return { outcome: 'unknown', reason: found.reason, answer };
}

function invalid(reason: string): AuthorizeOutcome {
  return { outcome: 'invalid_request', reason, answer: {} };
}
