export { createIntention, type IntentionResult, type NewIntention } from './create-intention.ts';
export { cancelIntention, intentionExpiry } from './end-intention.ts';
export { type PayRefusal, type PayResult, payIntention } from './pay-intention.ts';
export type { BuyerPayment } from './ready-try.ts';
export { refuseIntention } from './refusals.ts';
export { sellIntention, sellIntentionByPix } from './sell-intention.ts';
