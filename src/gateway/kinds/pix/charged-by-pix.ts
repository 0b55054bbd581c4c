import type { ChargedKind } from '../../charges/charged-kind.ts';

/** A Pix, as the life of its charge knows it. */
export const CHARGED_BY_PIX: ChargedKind = {
  lookEveryMs: 60_000,
  words: {
    paid: 'Pix recebido',
    expired: 'O Pix venceu sem pagamento',
    canceled: 'Pix cancelado; nada foi pago',
    beingCanceled: 'O banco ainda está cancelando o Pix',
    removed: 'O banco cancelou a cobrança; nada foi pago',
    paidMeanwhile: 'O comprador acabou de pagar este Pix',
  },
  referenceOf: (endToEndId) => endToEndId,
};
