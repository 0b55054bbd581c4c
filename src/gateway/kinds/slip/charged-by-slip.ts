import type { ChargedKind } from '../../charges/charged-kind.ts';

/** A slip, as the life of its charge knows it. Banks tell payments of slips once they know of them: minutes and hours later. */
export const CHARGED_BY_SLIP: ChargedKind = {
  lookEveryMs: 30 * 60_000,
  words: {
    paid: 'Boleto pago',
    expired: 'O boleto venceu sem pagamento',
    canceled: 'Boleto cancelado; nada foi pago',
    removed: 'O banco baixou o boleto; nada foi pago',
    paidMeanwhile: 'O comprador acabou de pagar este boleto',
  },
  // Its number at the bank is printed on it, and stays what people ask for it by.
  referenceOf: (_, ourNumber) => ourNumber,
};
