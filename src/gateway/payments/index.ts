export type { SaleOfAnyKind } from './authorize.ts';
export { createPayments } from './create-payments.ts';
export { declineOf } from './decline-of.ts';
export { detailText } from './detail-text.ts';
export type { Payments } from './payments.ts';
export { reasonText } from './reason-text.ts';
export type { IntendRequest, PayIntentionRequest } from './requests.ts';
export { MOST_TRIED_SALES, type Trial, type TrialDependencies, tryOnLastSales } from './try-rules.ts';
