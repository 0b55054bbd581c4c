import { useState } from 'react';
import { CallError } from './call.ts';

/** The idempotency key of a form, and whether a request with it may have been done though no answer said so. */
export interface RequestKey {
  readonly key: string;
  readonly mayBeDone: boolean;
}

/** What the service says where an earlier request with the key was done, with other values. */
const DONE_OTHERWISE = new Set(['idempotency_mismatch', 'key_reused']);

function newRequestKey(): RequestKey {
  return { key: crypto.randomUUID(), mayBeDone: false };
}

/**
 * What the next press is sent with, after one that failed. Refused, what was typed may be mended: another request then. After an
 * answer that was lost the key stays, so that nothing is made twice: a later refusal, such as of an ended session, says nothing of the
 * first request.
 */
export function keyAfter(sent: RequestKey, error: Error): RequestKey {
  if (error instanceof CallError && DONE_OTHERWISE.has(error.code)) return newRequestKey();
  if (!isRefusal(error)) return { ...sent, mayBeDone: true };
  return sent.mayBeDone ? sent : newRequestKey();
}

/** Whether the service has refused it, and so done nothing: any other error leaves that open, also that the first request is still under way. */
export function isRefusal(error: Error): boolean {
  if (!(error instanceof CallError) || error.code === 'idempotency_running') return false;
  return error.status >= 400 && error.status < 500;
}

/** The key of a form that makes something: given to the call, and told of each error. */
export function useRequestKey() {
  const [sent, setSent] = useState(newRequestKey);
  return {
    idempotencyKey: sent.key,
    onError: (error: Error) => setSent((before) => keyAfter(before, error)),
  };
}
