import type { WireAnswer } from '../../issuer/index.ts';
import type { AuthorizeOutcome, HostAnswer } from '../../outcome.ts';
import type { SimulatorContext } from '../context.ts';
import { timing } from './capabilities.ts';

/** Answers after which the caller does not know the decision. */
const UNREADABLE: Readonly<Partial<Record<WireAnswer, { reason: string; answer?: HostAnswer }>>> = {
  none: { reason: 'no answer within the deadline' },
  connection_reset: { reason: 'connection reset after the request was sent' },
  server_error: { reason: 'HTTP 500 without a return code', answer: { httpStatus: 500 } },
  bad_gateway: { reason: 'HTTP 502 with an HTML page', answer: { httpStatus: 502 } },
  truncated: { reason: 'the answer breaks off', answer: { httpStatus: 200 } },
};

/** True for an answer that does not contain the decision. */
export function hidesAnswer(answer: WireAnswer): boolean {
  return UNREADABLE[answer] !== undefined;
}

/** The caller's outcome instead of an answer; after its deadline, where nothing is sent. */
export async function unreadable(
  context: SimulatorContext,
  answer: WireAnswer,
): Promise<Extract<AuthorizeOutcome, { outcome: 'unknown' }>> {
  if (answer === 'none') await context.wait(timing.authorizeMs);
  return { outcome: 'unknown', reason: 'no readable answer', ...UNREADABLE[answer] };
}
