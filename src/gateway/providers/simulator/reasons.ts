import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the simulated acquirer and the simulated bank. */
export const SIMULATOR_REASONS: Reasons = {
  texts: {
    'the simulator was closed before it answered': 'o simulador foi encerrado antes de responder',
    'HTTP 503: queries fail': 'HTTP 503: as consultas falham',
    'HTTP 500 without a return code': 'HTTP 500 sem código de retorno',
    'HTTP 502 with an HTML page': 'HTTP 502 com uma página HTML',
    'the answer breaks off': 'a resposta veio incompleta',
    'the reference is not 1 to 16 letters and digits': 'a referência não tem de 1 a 16 letras e dígitos',
    'the amount is not a whole number': 'o valor não é um número inteiro',
    'these installments are not offered': 'este parcelamento não é oferecido',
    'this acquirer does not authenticate buyers': 'esta adquirente não autentica compradores',
    'an address to return to is none': 'um endereço de retorno é inválido',
    'there is no such stored card': 'não há este cartão salvo',
    'the acquirer does not know this charge': 'a adquirente não conhece a cobrança',
  },
};
