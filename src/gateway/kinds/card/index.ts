export { cardKind } from './card-kind.ts';
export {
  Authenticate,
  type CardPayment,
  cardPayment,
  cardPaymentOf,
  ISSUER_INTEREST,
  interestPlan,
  isCapturedAtOnce,
  type KeptCard,
  last4Of,
  STORE_INTEREST,
} from './payment.ts';
export { isLiveSale, saleStandOf, savedMaskOf } from './sale-of-card.ts';
