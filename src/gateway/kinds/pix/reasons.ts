import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of payments by Pix. */
export const PIX_REASONS: Reasons = {
  texts: {
    'Pix has a job of its own': 'o Pix é verificado por uma tarefa própria',
    'the list has no end': 'a lista do banco não termina',
  },
};
