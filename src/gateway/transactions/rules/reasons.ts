import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the engine, whatever is paid by. */
export const ENGINE_REASONS: Reasons = {
  texts: {
    'others took this instance for dead': 'outra instância assumiu o que esta ia enviar',
    'the service stopped before the answer was stored': 'o serviço parou antes de gravar a resposta',
    'the acquirer speaks of another charge': 'a adquirente respondeu sobre outra cobrança',
    'the acquirer speaks of another amount': 'a adquirente respondeu com outro valor',
    'this service has no way to the acquirer of the sale':
      'este serviço não tem mais conta na adquirente da venda',
    'the buyer did not finish in time': 'o comprador não terminou a tempo',
    'a movement that had been given up was made after all':
      'um movimento dado como não feito aconteceu depois',
    'the sale kept changing': 'a venda mudou durante a consulta',
    'undone before it was there': 'desfeita antes de aparecer na adquirente; será repetido',
    'not found yet': 'ainda não aparece na adquirente',
    'not found': 'não encontrada',
    'not found at the acquirer': 'não encontrada na adquirente',
    'nothing moved': 'nenhum valor movimentado',
    'nothing certain': 'nada comprovado',
    nothing: 'nada',
    'refund in process': 'estorno em processamento',
    'waiting for the buyer': 'aguardando o comprador',
    'the acquirer has not decided yet': 'a adquirente ainda não decidiu',
    'the buyer is not authenticated yet': 'o comprador ainda não foi autenticado',
    'the buyer was never told what to do': 'o comprador ainda não soube o que fazer para pagar',
    'its buyer can still pay it': 'o comprador ainda pode pagar',
    'the acquirer does not know the charge': 'a adquirente não conhece a cobrança',
    'the acquirer does not know the refund': 'a adquirente não conhece o estorno',
    'the acquirer accepted the refund and does not show it':
      'a adquirente aceitou o estorno e ainda não o mostra',
    'the acquirer may be making the refund, and shows it later':
      'a adquirente pode estar fazendo a devolução e só a mostra depois',
    'the refund is not final': 'o estorno ainda não é definitivo',
    'the refund was not made': 'a devolução não foi feita',
    'another movement is under way': 'outro movimento está em andamento',
    'recovery failed: the log tells why': 'a verificação falhou; veja o log do serviço',
    pending: 'ainda não é definitivo',
    duplicate: 'referência já usada na adquirente',
    unknown: 'sem resposta definitiva',
    'no, asked again later': 'não; será consultado de novo',
    yes: 'sim',
    no: 'não',
  },
  patterns: [
    [
      /^the undo was not acknowledged: (.+)$/,
      (part, tell) => `o desfazimento não foi confirmado: ${tell(part)}`,
    ],
    [/^the buyer of (\w+) is not waited for$/, (part) => `não se espera pelo comprador de ${part}`],
  ],
};
