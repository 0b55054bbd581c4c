export {
  isPaymentMethod,
  type MethodNeed,
  methodName,
  PAYMENT_METHODS,
  type PaymentMethod,
} from './payment-method.ts';
export { createPaymentMethods, type PaymentMethods } from './payment-methods.ts';
export { paymentMethodOperations } from './routes.ts';
export { paymentMethodMigrations } from './tables.ts';
