export { loadTracing } from './load-tracing.ts';
export { traceCommits } from './trace-commits.ts';
export { traceRequests } from './trace-requests.ts';
export { SAMPLERS, type TraceSettings } from './trace-settings.ts';
export type { TracePlace, Tracing } from './tracing.ts';
