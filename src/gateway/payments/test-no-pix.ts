import type { PaymentsDependencies } from './dependencies.ts';

/** For tests that pay by card alone. */
export const NO_PIX: PaymentsDependencies['pix'] = {
  prepare: () => Promise.reject(new Error('no Pix was asked for')),
  offer: async () => undefined,
  liveCharge: async () => undefined,
  isBeingCanceled: async () => false,
  superseded: async () => undefined,
  besideOf: async () => undefined,
  pagesOf: async () => new Map(),
  withdraw: async () => undefined,
  withdrawnBefore: async () => undefined,
};
