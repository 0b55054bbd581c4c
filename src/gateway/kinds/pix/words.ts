import type { ChargeWords } from '../../charges/charge-words.ts';

/** What is told of a Pix. */
export const PIX_WORDS: ChargeWords = {
  paid: 'Pix recebido',
  expired: 'O Pix venceu sem pagamento',
  canceled: 'Pix cancelado; nada foi pago',
  removed: 'O banco cancelou a cobrança; nada foi pago',
  paidMeanwhile: 'O comprador acabou de pagar este Pix',
  reference: (endToEndId) => endToEndId,
};
