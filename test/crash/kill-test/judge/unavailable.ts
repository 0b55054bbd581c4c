import type { Call } from './evidence.ts';

/** After a 503 without database, the result of a request is as unknown as after a broken connection. */
export function withoutUnavailable(call: Call): Call {
  return call.answer?.code === 'unavailable' ? { ...call, answer: undefined } : call;
}
