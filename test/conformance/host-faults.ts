import type { WireFaultName } from './subject.ts';

/** What the hosts of simulators/ call the faults of the wire. */
export const HOST_FAULTS: Readonly<Record<WireFaultName, string>> = {
  connection_reset_before: 'reset_before',
  connection_reset_after: 'reset_after',
  timeout_before: 'timeout_before',
  timeout_after: 'timeout_after',
  unauthorized: 'unauthorized',
  too_many_requests: 'too_many_requests',
  error_before: 'error_before',
  error_after: 'error_after',
  html_before: 'html_before',
  html_after: 'html_after',
  truncated: 'truncated',
  broken_off: 'cut',
  wrong_ids: 'wrong_ids',
  late_answer: 'late_answer',
  late_processing: 'late_processing',
};
