import type { Pix } from '../kinds/pix/index.ts';

/** For tests that pay by card alone. */
export const NO_PIX: Pick<
  Pix,
  | 'prepare'
  | 'offer'
  | 'liveCharge'
  | 'isBeingCanceled'
  | 'superseded'
  | 'besideOf'
  | 'pagesOf'
  | 'withdraw'
  | 'withdrawnBefore'
> = {
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
