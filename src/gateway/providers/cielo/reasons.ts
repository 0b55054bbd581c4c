import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the connector of Cielo. */
export const CIELO_REASONS: Reasons = {
  texts: {
    'the host refuses the address of this server (HTTP 403)':
      'a adquirente recusou o endereço IP deste servidor (HTTP 403)',
    'the settings merchantId and merchantKey are missing': 'faltam os ajustes merchantId e merchantKey',
    'the reference is not of 1 to 50 letters and digits': 'a referência não tem de 1 a 50 letras e dígitos',
    'this acquirer does not authenticate buyers': 'a Cielo não autentica compradores por este serviço',
    'these installments are not offered': 'este parcelamento não é oferecido',
    'an approval without reference and id': 'aprovação sem número de pedido e identificador',
    'an answer without reference': 'resposta sem número de pedido',
    'the acquirer speaks of another amount': 'a adquirente respondeu com outro valor',
    'the answer names another card': 'a resposta é sobre outro cartão',
    'two sales have our order number': 'há duas vendas com o mesmo número de pedido na adquirente',
    'the captured amount could not be queried': 'o valor capturado não pôde ser consultado',
    'another amount was captured': 'outro valor foi capturado',
    'another cancel is being processed': 'outro cancelamento desta venda está em processamento',
    'the sum of the cancels could not be queried': 'a soma dos cancelamentos não pôde ser consultada',
    'the sum of the cancels does not show this one': 'a soma dos cancelamentos ainda não mostra este',
    'the acquirer does not know this charge': 'a adquirente não conhece a cobrança',
    'HTTP 404 that is not of Cielo': 'HTTP 404 que não é da Cielo',
    'the Pix is paid, and its payment is not told': 'o Pix está pago, sem dizer por qual pagamento',
    'the account takes no Pix': 'a conta não recebe Pix: ponha pix=on',
    'a code at Cielo lives for a day at most': 'na Cielo um Pix vale no máximo 24 horas',
    'the reference is not of 1 to 25 letters and digits': 'a referência não tem de 1 a 25 letras e dígitos',
    'the answer tells no code that can be paid': 'a resposta não traz um código Pix válido',
    'the acquirer did not remove the charge': 'a adquirente não cancelou o Pix',
    'Cielo lists no payments': 'a Cielo não lista os Pix recebidos',
    'Cielo takes the address from a person alone': 'o endereço de avisos se informa ao suporte da Cielo',
    'Cielo finds a payment by its charge alone': 'a Cielo só encontra um Pix pela cobrança',
    'kept without a usable token': 'a adquirente guardou o cartão sem dizer o token',
    'Cielo finds a card by its own token only': 'a Cielo só encontra um cartão pelo próprio token',
  },
  patterns: [[/^status (\d+) is not known$/, (part) => `situação ${part} desconhecida`]],
};
