/** Calls of the interface that a fault can hit. */
export const OPERATIONS = [
  'token',
  'create',
  'change',
  'query',
  'list',
  'payment',
  'payments',
  'refund',
  'query_refund',
  'webhook',
  'location',
  'slip',
  'slip_query',
  'slip_cancel',
] as const;
export type Operation = (typeof OPERATIONS)[number];
