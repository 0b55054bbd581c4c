import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the connector of Rede. */
export const REDE_REASONS: Reasons = {
  texts: {
    'the token service needs auth=oauth': 'o serviço de tokens pede o ajuste auth=oauth',
    'kept without a usable tokenizationId': 'a adquirente guardou o cartão sem dizer o token',
    'Rede finds a card by its own token only': 'a Rede só encontra um cartão pelo próprio token',
    'Rede deletes a card by its own token only': 'a Rede só exclui um cartão pelo próprio token',
    'the amount is not from 1 to ten digits': 'o valor não tem de um a dez dígitos',
    'Rede knows no installments of the issuer': 'a Rede não tem parcelamento pelo emissor',
    'the reference is not of 1 to 16 letters and digits': 'a referência não tem de 1 a 16 letras e dígitos',
    'an approval without reference and tid': 'aprovação sem referência e tid',
    'no usable address to authenticate the buyer': 'sem endereço utilizável para autenticar o comprador',
    'the settings pv and key are missing': 'faltam os ajustes pv e key',
    'HTTP 401: the credentials have no access to statements':
      'estas credenciais não têm acesso aos extratos da Rede (HTTP 401)',
    'HTTP 403: the shop has not released its statements':
      'a loja ainda não liberou seus extratos no portal da Rede (HTTP 403)',
    'the settings statementUser and statementPassword come together':
      'os ajustes statementUser e statementPassword andam juntos: informe os dois, ou nenhum',
  },
  patterns: [
    [
      /^the list of refunds cannot be read \((.+)\)$/,
      (part) => `a lista de estornos não pôde ser lida (${part})`,
    ],
  ],
};
