import type { BankCharge, BankPayment, BankReturn } from './bank-charge.ts';

const STATUS = { pending: 'EM_PROCESSAMENTO', done: 'DEVOLVIDO', denied: 'NAO_REALIZADO' } as const;
const NATURE = { original: 'ORIGINAL', med_fraud: 'MED_FRAUDE', med_error: 'MED_OPERACIONAL' } as const;

/** A payment as the Banco Central's API writes it. */
export function wirePayment({ txid, key }: BankCharge, { endToEndId, amount, at, returns }: BankPayment) {
  return {
    endToEndId,
    txid,
    valor: reais(amount),
    horario: new Date(at).toISOString(),
    chave: key,
    ...(returns.length === 0 ? {} : { devolucoes: returns.map(wireReturn) }),
  };
}

function wireReturn({ id, bankId, amount, state, nature, at, reason }: BankReturn) {
  return {
    id,
    rtrId: bankId,
    valor: reais(amount),
    natureza: NATURE[nature],
    horario: { solicitacao: new Date(at).toISOString() },
    status: STATUS[state],
    ...(reason === undefined ? {} : { motivo: reason }),
  };
}

export function reais(centavos: number): string {
  return (centavos / 100).toFixed(2);
}
