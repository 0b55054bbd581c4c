import type { Call } from './evidence.ts';

/** After a 503 without database, the result of a request is as unknown as after a broken connection. */
export function withoutUnavailable(call: Call): Call {
  return isUnavailable(call) ? { ...call, answer: undefined } : call;
}

/** Whether the call was refused because the database was away. */
export function isUnavailable({ answer }: Call): boolean {
  return answer?.code === 'unavailable';
}
