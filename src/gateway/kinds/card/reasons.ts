import type { Reasons } from '../../../platform/text/reasons.ts';
import { LIMIT_TEXTS } from './tries/limit-texts.ts';

/** Reasons of payments by card. */
export const CARD_REASONS: Reasons = {
  texts: {
    ...Object.fromEntries(
      Object.entries(LIMIT_TEXTS).map(([limit, text]) => [
        `above ${limit}`,
        `acima do limite da bandeira: ${text}`,
      ]),
    ),
    'the page for the buyer has no usable address': 'a página do comprador não tem endereço utilizável',
  },
};
