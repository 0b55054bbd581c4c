/** States, outcomes and kinds as they are stored, and what people read in their place. */
const WORDS: Readonly<Record<string, string>> = {
  sending: 'em envio',
  approved: 'aprovada',
  declined: 'negada',
  buyer_awaited: 'aguardando o comprador',
  // These two were written by versions before 0.3.0.
  authenticating: 'em autenticação',
  authentication_required: 'autenticação pedida',
  not_sent: 'não enviada',
  invalid: 'inválida',
  invalid_request: 'inválida',
  duplicate: 'referência repetida',
  unknown: 'sem resposta definitiva',
  absent: 'não recebida pela adquirente',
  undone: 'desfeita',
  done: 'feito',
  not_done: 'não aconteceu',
  not_found: 'não encontrada',
  denied: 'negada',
  pending: 'em processamento',
  refused: 'recusada',
  waiting: 'aguardando',
  delivered: 'entregue',
  failed: 'não entregue',
  capture: 'captura',
  void: 'cancelamento',
  refund: 'estorno',
  attempt: 'autorização',
  buyer: 'espera do comprador',
  // Written by versions before 0.3.0.
  authentication: 'autenticação do comprador',
  movement: 'movimento',
  undo: 'desfazimento',
  recheck: 'reconsulta',
  beside: 'valor a devolver',
};

/** A stored state, outcome or kind for people, in Portuguese; an unknown one as it is. */
export function wordText(word: string): string {
  return (Object.hasOwn(WORDS, word) ? WORDS[word] : undefined) ?? word;
}
