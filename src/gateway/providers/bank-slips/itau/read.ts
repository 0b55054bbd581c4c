import { type Fields, group, list } from '../../http/index.ts';
import type { RegisteredSlip } from '../../outcome.ts';
import type { SlipAccount } from '../account.ts';
import type { PaidByBarcode, SlipAtBank } from '../dialect.ts';
import { centavosIn, dayPart, matching, momentIn } from '../texts.ts';

const BARCODE = /^\d{44}$/;
const LINE = /^\d{47}$/;
const DIGIT = /^\d$/;
const TXID = /^BL\d{31}$/;
const CODE = /^[\x20-\x7e]{20,512}$/;
const STATES: ReadonlyMap<string, SlipAtBank['standing']> = new Map([
  ['em aberto', 'awaited'],
  // The payment was refused; the slip is still there.
  ['pagamento rejeitado', 'awaited'],
  ['aguardando credito', 'paid'],
  ['pago', 'paid'],
  ['paga', 'paid'],
  ['baixado', 'removed'],
  ['baixada', 'removed'],
]);

/** The slip in the answer to its registration, which comes with an envelope or without. */
export function itauCreated(answer: Fields, account: SlipAccount, number: string): SlipAtBank | string {
  const data = 'data' in answer ? group(answer, 'data') : answer;
  const one = individualOf(group(data, 'dado_boleto'), number);
  if (!one) return 'the answer tells of another slip';
  const slip = registered(one, data, account, number);
  return {
    ...known(data, one),
    standing: slip ? 'awaited' : 'registering',
    state: slip ? 'efetivado' : 'em registro',
    slip,
    payments: [],
    txid: txidIn(data, account, number),
  };
}

/** The slip in the answer to a query. */
export function itauFound(
  answer: Fields,
  account: SlipAccount,
  number: string,
): SlipAtBank | 'none' | string {
  const all = list(answer, 'data');
  if (!all) return 'the answer tells no slips';
  if (all.length === 0) return 'none';
  for (const data of all) {
    const slip = group(data, 'dado_boleto');
    const one = individualOf(slip, number);
    if (!one) continue;
    const state = one.situacao_geral_boleto;
    const standing = typeof state === 'string' ? STATES.get(plain(state)) : undefined;
    if (typeof state !== 'string' || !standing) return 'the answer tells no state of the slip';
    const payments = paymentsIn(slip);
    if (typeof payments === 'string') return payments;
    return {
      ...known(data, one),
      standing,
      state,
      slip: registered(one, data, account, number),
      payments,
      txid: txidIn(data, account, number),
    };
  }
  return 'the answer tells of another slip';
}

function individualOf(slip: Fields, number: string): Fields | undefined {
  return (list(slip, 'dados_individuais_boleto') ?? []).find((one) => one.numero_nosso_numero === number);
}

function known(data: Fields, one: Fields) {
  return {
    theirId: matching(data.id_boleto, /^[\w-]{1,60}$/),
    amount: centavosIn(one.valor_titulo) ?? 0,
    payableUntil: dayPart(one.data_limite_pagamento) ?? dayPart(one.data_vencimento),
  };
}

function registered(
  one: Fields,
  data: Fields,
  account: SlipAccount,
  number: string,
): RegisteredSlip | undefined {
  const { portfolio, isHybrid } = account;
  const barcode = matching(one.codigo_barras, BARCODE);
  const line = matching(one.numero_linha_digitavel, LINE);
  if (barcode === undefined || line === undefined) return undefined;
  const qrCode = matching(group(data, 'dados_qrcode').emv ?? group(data, 'qrcode_pix').emv, CODE);
  // A hybrid slip without its Pix is not ready yet.
  if (isHybrid && qrCode === undefined) return undefined;
  const digit = matching(one.dac_titulo, DIGIT);
  return {
    ourNumber: `${portfolio}/${number}${digit === undefined ? '' : `-${digit}`}`,
    barcode,
    line,
    qrCode,
    txid: txidIn(data, account, number),
  };
}

/** As the bank names it, or as it makes the name. */
function txidIn(data: Fields, account: SlipAccount, number: string): string | undefined {
  if (!account.isHybrid) return undefined;
  const told = matching(group(data, 'dados_qrcode').txid, TXID);
  return told ?? itauTxid(account, number);
}

function itauTxid({ beneficiary, portfolio }: SlipAccount, number: string): string {
  return `BL${beneficiary.slice(0, 11)}${portfolio}${number.padStart(17, '0')}`;
}

function paymentsIn(slip: Fields): readonly PaidByBarcode[] | string {
  const read = (list(slip, 'pagamentos_cobranca') ?? []).map((payment): PaidByBarcode | undefined => {
    const amount = centavosIn(payment.valor_pago_total_cobranca);
    const at = momentIn(payment.data_inclusao_pagamento);
    if (amount === undefined || at === undefined) return undefined;
    const interest = centavosIn(payment.valor_pago_juros_cobranca) ?? 0;
    const fine = centavosIn(payment.valor_pago_multa_cobranca) ?? 0;
    const discount = centavosIn(payment.valor_pago_desconto_cobranca) ?? 0;
    const isPlain = interest + fine + discount === 0;
    return { id: undefined, at, amount, details: isPlain ? undefined : { interest, fine, discount } };
  });
  return read.every((one) => one !== undefined)
    ? read.toSorted((one, other) => one.at - other.at)
    : 'the answer tells payments that cannot be read';
}

/** The bank's words are compared without accents and case. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
