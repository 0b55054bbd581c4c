/**
 * Reasons as they are stored, and what people read in their place. The stored text is a code that happens to be English:
 * it never changes, so that rows of all versions read alike.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'others took this instance for dead': 'outra instância assumiu o que esta ia enviar',
  'the service stopped before the answer was stored': 'o serviço parou antes de gravar a resposta',
  'the page for the buyer has no usable address': 'a página do comprador não tem endereço utilizável',
  'the acquirer speaks of another charge': 'a adquirente respondeu sobre outra cobrança',
  'the acquirer speaks of another amount': 'a adquirente respondeu com outro valor',
  'this service has no way to the acquirer of the sale':
    'este serviço não tem mais conta na adquirente da venda',
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
  'the acquirer does not know this charge': 'a adquirente não conhece a cobrança',
  'the acquirer knows no such charge': 'a adquirente não conhece a cobrança',
  'the acquirer does not know the refund': 'a adquirente não conhece o estorno',
  'the acquirer accepted the refund and does not show it':
    'a adquirente aceitou o estorno e ainda não o mostra',
  'the refund is not final': 'o estorno ainda não é definitivo',
  'another movement is under way': 'outro movimento está em andamento',
  'too many calls at a time': 'chamadas demais ao mesmo tempo',
  'the HTTP library cannot be loaded': 'a biblioteca HTTP não pôde ser carregada',
  'no answer within the deadline': 'sem resposta dentro do prazo',
  'no connection within the deadline': 'sem conexão dentro do prazo',
  'no connection within the time for connecting': 'sem conexão dentro do prazo',
  'no token within the deadline': 'sem token dentro do prazo',
  'no time left': 'prazo esgotado antes do envio',
  'the answer is too large': 'a resposta é grande demais',
  'connection refused': 'conexão recusada',
  'connection failed': 'a conexão falhou',
  'the name of the host is not known': 'o nome da adquirente não foi encontrado (DNS)',
  'the host closed the connection': 'a adquirente encerrou a conexão',
  'connection reset after the request was sent': 'a conexão caiu depois do envio',
  'the simulator was closed before it answered': 'o simulador foi encerrado antes de responder',
  'HTTP 503: queries fail': 'HTTP 503: as consultas falham',
  'HTTP 500 without a return code': 'HTTP 500 sem código de retorno',
  'HTTP 502 with an HTML page': 'HTTP 502 com uma página HTML',
  'the answer breaks off': 'a resposta veio incompleta',
  'no readable answer': 'sem resposta legível',
  'the connector failed': 'o conector falhou',
  'recovery failed: the log tells why': 'a verificação falhou; veja o log do serviço',
  'the answer names another reference': 'a resposta traz outra referência',
  'the answer names another tid': 'a resposta traz outro tid',
  'the reference is not 1 to 16 letters and digits': 'a referência não tem de 1 a 16 letras e dígitos',
  'the amount is not a whole number': 'o valor não é um número inteiro',
  'these installments are not offered': 'este parcelamento não é oferecido',
  'this acquirer does not authenticate buyers': 'esta adquirente não autentica compradores',
  'an address to return to is none': 'um endereço de retorno é inválido',
  'there is no such stored card': 'não há este cartão salvo',
  'the token service needs auth=oauth': 'o serviço de tokens pede o ajuste auth=oauth',
  'kept without a usable tokenizationId': 'a adquirente guardou o cartão sem dizer o token',
  'Rede finds a card by its own token only': 'a Rede só encontra um cartão pelo próprio token',
  'Rede deletes a card by its own token only': 'a Rede só exclui um cartão pelo próprio token',
  pending: 'ainda não é definitivo',
  duplicate: 'referência já usada na adquirente',
  unknown: 'sem resposta definitiva',
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
  'the answer tells of another charge': 'a resposta é sobre outra cobrança',
  'the host refused the credentials (HTTP 401)': 'a adquirente recusou as credenciais (HTTP 401)',
  'the host takes no more calls now (HTTP 429)': 'a adquirente não aceita mais chamadas agora (HTTP 429)',
  'no, asked again later': 'não; será consultado de novo',
  yes: 'sim',
  no: 'não',
};

/** Texts with a part that varies; what follows a colon may be another reason. */
const PATTERNS: readonly (readonly [RegExp, (part: string) => string])[] = [
  [/^return code missing$/, () => 'sem código de retorno'],
  [/^return code (.+)$/, (part) => `código de retorno ${part}`],
  [/^HTTP (\d+) without a readable answer$/, (part) => `HTTP ${part} sem resposta legível`],
  [/^connection failed \((\w+)\)$/, (part) => `a conexão falhou (${part})`],
  [/^no token: (.+)$/, (part) => `sem token: ${reasonText(part)}`],
  [
    /^the undo was not acknowledged: (.+)$/,
    (part) => `o desfazimento não foi confirmado: ${reasonText(part)}`,
  ],
  [/^the acquirer refuses the undo: (.+)$/, (part) => `a adquirente recusa o desfazimento: ${part}`],
  [
    /^the charge could not be looked up: (.+)$/,
    (part) => `a cobrança não pôde ser consultada: ${reasonText(part)}`,
  ],
  [/^the charge is still open \((\w+)\)$/, (part) => `a cobrança ainda está aberta (${part})`],
  [
    /^the list of refunds cannot be read \((.+)\)$/,
    (part) => `a lista de estornos não pôde ser lida (${part})`,
  ],
  [/^the answer of the query cannot be read \((.+)\)$/, (part) => `a consulta não pôde ser lida (${part})`],
  [/^the buyer of (\w+) is not waited for$/, (part) => `não se espera pelo comprador de ${part}`],
];

/** A stored reason for people, in Portuguese. A text of a connector that is not listed here stays as it is. */
export function reasonText(reason: string): string {
  const text = Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined;
  if (text !== undefined) return text;
  for (const [pattern, write] of PATTERNS) {
    const found = pattern.exec(reason);
    if (found) return write(found[1] ?? '');
  }
  return reason;
}
