import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of payments by Pix. */
export const PIX_REASONS: Reasons = {
  texts: {
    'the surplus was not given back': 'o valor a mais não foi devolvido',
    'this service has no way to the bank of the payment':
      'este serviço não tem mais conta no banco do pagamento',
    'Pix has a job of its own': 'o Pix é verificado por uma tarefa própria',
    'the bank has not decided yet': 'o banco ainda não decidiu',
    'the list has no end': 'a lista do banco não termina',
  },
};
