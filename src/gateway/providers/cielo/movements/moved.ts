import { type Fields, identifier, message } from '../../http/index.ts';
import type { HostAnswer, MoveOutcome } from '../../outcome.ts';
import { present } from '../answer/present.ts';
import { errorVerdict } from '../answer/verdict.ts';

/** What is kept of the short answer to a capture or a cancel. */
export function movedAnswer(fields: Fields, httpStatus: number): HostAnswer {
  const error = errorVerdict(fields);
  return {
    ...present('nsu', identifier(fields, 'proofofsale')),
    ...present('authorizationCode', identifier(fields, 'authorizationcode')),
    ...present('rawCode', error?.code ?? identifier(fields, 'returncode')),
    ...present('rawMessage', message(fields, 'returnmessage')),
    httpStatus,
  };
}

/** A capture or a cancel that Cielo answered with an error. */
export function refusedMove(fields: Fields, answer: HostAnswer): MoveOutcome {
  const verdict = errorVerdict(fields);
  switch (verdict?.kind) {
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'not_found':
      return { outcome: 'not_found', answer };
    case 'invalid_request':
      return { outcome: 'invalid_request', reason: verdict.reason, answer };
    default:
      // Without a list of errors, only an address that Cielo does not know is told by the status.
      return answer.httpStatus === 404
        ? { outcome: 'not_found', answer }
        : { outcome: 'unknown', reason: `return code ${answer.rawCode ?? 'missing'}`, answer };
  }
}
