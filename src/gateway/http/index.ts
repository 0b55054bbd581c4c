export { isPostBackUrl, isReturnUrl } from './addresses.ts';
export { IdempotencyHeaders, idempotencyKeyOf } from './idempotency-header.ts';
export { checkPaymentKind } from './payment-kind.ts';
export { refuseKind } from './refusals.ts';
export { registerTransactionRoutes } from './routes.ts';
export { GatewayError, MAX_EMAIL, NewTransactionBody } from './schema.ts';
export { searchedBody } from './searched-body.ts';
export { writeTransaction } from './wire.ts';
