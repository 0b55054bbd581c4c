import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of banks for slips, whichever it is. */
export const SLIP_BANK_REASONS: Reasons = {
  texts: {
    'the bank answered a slip whose code is wrong': 'o banco respondeu um boleto com o código errado',
    'the bank takes the slip back later': 'o banco baixa o boleto mais tarde',
    'nothing is held that could be captured': 'não há valor reservado a capturar',
  },
};
