import type { Call } from './evidence.ts';

/** 503 for want of a database says no more of what became of a request than a connection that breaks. */
export function withoutUnavailable(call: Call): Call {
  return call.answer?.code === 'unavailable' ? { ...call, answer: undefined } : call;
}
