import type { Reasons } from '../../platform/text/reasons.ts';
import { PAID_LESS, TAKEN_BACK } from './ends/told-to-person.ts';

/** Reasons of charges that buyers pay by themselves. */
export const CHARGE_REASONS: Reasons = {
  texts: {
    'the surplus was not given back': 'o valor a mais não foi devolvido',
    [PAID_LESS]: 'foi pago menos do que era devido',
    [TAKEN_BACK]: 'o banco do pagador desfez o pagamento',
    'this service has no way to the bank of the payment':
      'este serviço não tem mais conta no banco do pagamento',
    'the bank does not confirm that nobody can pay it any more':
      'o banco não confirma que ninguém mais pode pagar a cobrança',
    'the bank has not decided yet': 'o banco ainda não decidiu',
  },
};
