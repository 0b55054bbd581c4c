import type { PaymentsDependencies } from './dependencies.ts';

const NO_PIX: PaymentsDependencies['pix'] = {
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

const NO_SLIPS: PaymentsDependencies['slips'] = {
  prepare: () => Promise.reject(new Error('no slip was asked for')),
  offer: async () => undefined,
  liveCharge: async () => undefined,
  prepareOffered: async () => undefined,
  besideOf: async () => undefined,
  takenBy: async () => undefined,
};

/** For tests that pay by card alone. */
export const BY_CARD_ALONE = { pix: NO_PIX, slips: NO_SLIPS };
