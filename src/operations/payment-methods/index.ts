export { methodWords } from './method-words.ts';
export {
  isPaymentMethod,
  type MethodNeed,
  PAYMENT_METHODS,
  type PaymentMethod,
} from './payment-method.ts';
export { createPaymentMethods, type PaymentMethods } from './payment-methods.ts';
export { paymentMethodOperations } from './routes.ts';
export { paymentMethodMigrations } from './tables.ts';
