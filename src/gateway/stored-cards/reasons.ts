import type { Reasons } from '../../platform/text/reasons.ts';

/** Reasons of cards that merchants keep. */
export const STORED_CARD_REASONS: Reasons = {
  texts: {
    'the acquirer has no way to delete it': 'a adquirente não exclui cartões; o token foi esquecido aqui',
    'other instances considered this one dead': 'outra instância assumiu o que esta ia enviar',
    'the service stopped before the answer was stored': 'o serviço parou antes de gravar a resposta',
    'deleted meanwhile': 'excluído nesse meio-tempo',
    'this acquirer cannot be queried by reference': 'esta adquirente não é consultada por referência',
    'the acquirer does not have it': 'a adquirente não o tem',
  },
};
