import { CallError } from '../../api/call.ts';

const FIRST_FAILURE = 500;

/** What support finds a failed call by. A refusal says itself what to do. */
export function supportCodeOf(error: unknown): string | undefined {
  return error instanceof CallError && error.status >= FIRST_FAILURE ? error.requestId : undefined;
}

/** Whether the same call may go well next time: who may not do it still may not. */
export function mayGoWellAgain(error: Error): boolean {
  return !(error instanceof CallError && error.code === 'not_allowed');
}
