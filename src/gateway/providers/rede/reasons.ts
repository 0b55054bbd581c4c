import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the connector of Rede. */
export const REDE_REASONS: Reasons = {
  texts: {
    'the answer names another reference': 'a resposta traz outra referência',
    'the answer names another tid': 'a resposta traz outro tid',
    'the token service needs auth=oauth': 'o serviço de tokens pede o ajuste auth=oauth',
    'kept without a usable tokenizationId': 'a adquirente guardou o cartão sem dizer o token',
    'Rede finds a card by its own token only': 'a Rede só encontra um cartão pelo próprio token',
    'Rede deletes a card by its own token only': 'a Rede só exclui um cartão pelo próprio token',
    'a refund is being processed': 'um estorno está em processamento',
    'the refund will be processed later': 'o estorno será processado depois',
    'the host knows the charge and does not': 'a adquirente ora conhece a cobrança, ora não',
    'the amount is not from 1 to ten digits': 'o valor não tem de um a dez dígitos',
    'the amount is no whole number from 1': 'o valor não é um número inteiro a partir de 1',
    'Rede knows no installments of the issuer': 'a Rede não tem parcelamento pelo emissor',
    'the reference is not of 1 to 16 letters and digits': 'a referência não tem de 1 a 16 letras e dígitos',
    'a debit is never sent without authentication': 'débito não é enviado sem autenticação',
    'an approval without reference and tid': 'aprovação sem referência e tid',
    'no usable address to authenticate the buyer': 'sem endereço utilizável para autenticar o comprador',
    'the acquirer knows no such charge': 'a adquirente não conhece a cobrança',
    'the settings pv and key are missing': 'faltam os ajustes pv e key',
  },
  patterns: [
    [
      /^the list of refunds cannot be read \((.+)\)$/,
      (part) => `a lista de estornos não pôde ser lida (${part})`,
    ],
    [/^the charge is still open \((\w+)\)$/, (part) => `a cobrança ainda está aberta (${part})`],
    [/^the answer of the query cannot be read \((.+)\)$/, (part) => `a consulta não pôde ser lida (${part})`],
    [/^the answer cannot be read \((.+)\)$/, (part) => `a resposta não pôde ser lida (${part})`],
  ],
};
