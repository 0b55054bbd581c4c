/**
 * Fault rates of the acquirer (docs/rede-host.md). Only faults that are resolved automatically: an undo that is always
 * refused (scenario 615), or refused for lack of balance (619), needs a person.
 */
const LOST_OR_SPOILED = {
  refused: 0.01,
  reset_before: 0.01,
  reset_after: 0.015,
  timeout_before: 0.003,
  timeout_after: 0.006,
  unauthorized: 0.01,
  too_many_requests: 0.01,
  error_before: 0.01,
  error_after: 0.01,
  html_before: 0.005,
  html_after: 0.01,
  truncated: 0.01,
  cut: 0.01,
  wrong_ids: 0.01,
  late_answer: 0.006,
  late_processing: 0.04,
} as const;

/** Higher rates, because captures and refunds are fewer than sales. */
const OFTEN_LOST = { reset_after: 0.05, error_after: 0.03, late_processing: 0.03 } as const;

const SCENARIOS = {
  // Slow to decide: 83 ms and 417 ms at the host's time scale.
  '601': 0.25,
  '602': 0.01,
  // Refused by the issuer.
  '051': 0.05,
  // Decided later, approved and declined.
  '621': 0.02,
  '622': 0.01,
  // Rejected at first; refused as a duplicate.
  '610': 0.01,
  '611': 0.01,
  '612': 0.005,
  // Queries fail for a while; an undo that is not acknowledged at first.
  '613': 0.005,
  '614': 0.01,
  // Captures and refunds whose answer is lost, captures that are refused, refunds that are slow.
  '616': 0.02,
  '617': 0.01,
  '618': 0.04,
  '620': 0.02,
} as const;

export const HOST_FAULTS = {
  ...SCENARIOS,
  token: { error_before: 0.02, reset_after: 0.02, cut: 0.02 },
  authorize: LOST_OR_SPOILED,
  capture: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  refund: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  query: LOST_OR_SPOILED,
  tokenize: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
} as const;

/** With a second acquirer to try: issuers that cannot be reached, by one of the two at a time. */
export const OFTEN_UNREACHABLE = { '091': 0.08 } as const;

/** Of the second acquirer, which fails as the first one does. It has no tokens. */
export const SECOND_FAULTS = {
  ...SCENARIOS,
  ...OFTEN_UNREACHABLE,
  authorize: LOST_OR_SPOILED,
  capture: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  refund: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  query: LOST_OR_SPOILED,
} as const;

/** Of the bank of Pix and slips. A call without an answer costs the service a second and a half. */
export const BANK_FAULTS = {
  token: HOST_FAULTS.token,
  create: LOST_OR_SPOILED,
  change: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  query: LOST_OR_SPOILED,
  payment: LOST_OR_SPOILED,
  refund: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
  query_refund: LOST_OR_SPOILED,
  slip: LOST_OR_SPOILED,
  slip_query: LOST_OR_SPOILED,
  slip_cancel: { ...LOST_OR_SPOILED, ...OFTEN_LOST },
} as const;

/** With wrong clocks many requests are executed only after the acquirer has said that it does not know them. */
export const LATE_FAULTS = {
  ...HOST_FAULTS,
  authorize: { ...HOST_FAULTS.authorize, late_processing: 0.12 },
} as const;
