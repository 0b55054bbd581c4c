import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of payments by slip. */
export const SLIP_REASONS: Reasons = {
  texts: {
    'slips have a job of their own': 'o boleto é verificado por uma tarefa própria',
  },
};
