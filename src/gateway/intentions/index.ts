export { createIntention, type IntentionResult, type NewIntention } from './create-intention.ts';
export { cancelIntention, intentionExpiry } from './end-intention.ts';
export {
  type BuyerPayment,
  type PayRefusal,
  type PayResult,
  payIntention,
  refusalOfChoice,
  wantsCard,
} from './pay-intention.ts';
export { refuseIntention } from './refusals.ts';
export { sellIntention } from './sell-intention.ts';
