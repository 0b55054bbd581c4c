import { refusals } from '../../platform/refusal.ts';

/** Refusals of the interface of payment clients, and of pairing in the panel. */
export const refuseClient = refusals({
  client_unknown: { status: 401, message: 'Chave do cliente de pagamento não encontrada.' },
  client_replaced: {
    status: 409,
    message: 'Outro cliente de pagamento foi pareado com este terminal depois deste.',
  },
  person_inactive: { status: 403, message: 'O vendedor deste terminal não está ativo.' },
  kinds_invalid: {
    status: 400,
    message: 'O campo kinds deve ter, com vírgulas, um ou mais de: payment, cancel, admin, print.',
  },
  work_gone: {
    status: 409,
    message: 'Este trabalho não está mais disponível: expirou, foi cancelado, ou é de outro cliente.',
  },
  polls_busy: {
    status: 429,
    message: 'Este cliente de pagamento já tem pedidos demais em espera.',
  },
  pairings_busy: {
    status: 429,
    message: 'Há clientes de pagamento demais à espera de pareamento. Tente de novo em alguns minutos.',
  },
  pairing_code_unknown: {
    status: 404,
    message:
      'Código não encontrado. Ele vale 10 minutos: confira o que o programa da maquininha mostra agora.',
  },
  pairing_terminal_archived: {
    status: 409,
    message: 'Este terminal está arquivado. Reative-o em Terminais antes de parear.',
  },
  pairing_other_terminal: {
    status: 409,
    message: 'Este código é de um programa da maquininha de outro terminal.',
  },
});
