import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of payments by card. */
export const CARD_REASONS: Reasons = {
  texts: {
    'the page for the buyer has no usable address': 'a página do comprador não tem endereço utilizável',
  },
};
