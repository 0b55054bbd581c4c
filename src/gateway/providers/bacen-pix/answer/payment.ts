import { type Fields, group, message } from '../../http/index.ts';
import type { PaymentReturn, ReceivedPayment } from '../../received-payment.ts';
import { centavosOf } from './money.ts';

const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
const ID = /^[a-zA-Z0-9]{1,35}$/;
const MAX_KEY = 77;
const DOCUMENT = /[^0-9A-Za-z*]/g;

const STATES: ReadonlyMap<unknown, PaymentReturn['state']> = new Map([
  ['EM_PROCESSAMENTO', 'pending'],
  ['DEVOLVIDO', 'done'],
  ['NAO_REALIZADO', 'denied'],
]);
/** Without a nature we asked for it. Those that are new since are the bank's own, which nobody here asked for. */
const NATURES: ReadonlyMap<unknown, PaymentReturn['nature']> = new Map([
  [undefined, 'original'],
  [null, 'original'],
  ['ORIGINAL', 'original'],
  ['RETIRADA', 'original'],
  ['MED_FRAUDE', 'med_fraud'],
]);

/** A received Pix; undefined for what cannot be one. */
export function readPayment(fields: Fields): ReceivedPayment | undefined {
  const { endToEndId, txid, valor, horario, chave } = fields;
  const amount = centavosOf(valor);
  const at = instantOf(horario);
  if (typeof endToEndId !== 'string' || !END_TO_END_ID.test(endToEndId)) return undefined;
  if (amount === undefined || at === undefined) return undefined;
  const returns = readReturns(fields.devolucoes);
  if (!returns) return undefined;
  const payer = payerOf(fields);
  return {
    endToEndId,
    ...(typeof txid === 'string' && ID.test(txid) ? { txid } : {}),
    amount,
    at,
    ...(typeof chave === 'string' && chave.length <= MAX_KEY ? { key: chave } : {}),
    ...(payer ? { payer } : {}),
    returns,
  };
}

/** One refund or return; undefined for what cannot be one. */
export function readReturn(fields: Fields): PaymentReturn | undefined {
  const { id, valor, natureza, status } = fields;
  const amount = centavosOf(valor);
  const state = STATES.get(status);
  const times = group(fields, 'horario');
  const at = instantOf(times.liquidacao) ?? instantOf(times.solicitacao);
  if (typeof id !== 'string' || !ID.test(id) || amount === undefined || !state || at === undefined)
    return undefined;
  const reason = message(fields, 'motivo');
  return {
    id,
    amount,
    state,
    nature: NATURES.get(natureza) ?? 'med_error',
    at,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The document's own example shows one object in place of a list. Undefined when one of them cannot be read. */
function readReturns(value: unknown): readonly PaymentReturn[] | undefined {
  if (value === undefined || value === null) return [];
  const read = (Array.isArray(value) ? value : [value]).map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? readReturn(entry as Fields) : undefined,
  );
  return read.every((one) => one !== undefined) ? read : undefined;
}

/** Not in the document, but told by some banks; Efí tells it among its own members. */
function payerOf(fields: Fields): ReceivedPayment['payer'] {
  const own = group(group(fields, 'gnExtras'), 'pagador');
  const payer = Object.keys(own).length > 0 ? own : group(fields, 'pagador');
  const { nome, cpf, cnpj, cpfCnpj } = payer;
  const document = [cpf, cnpj, cpfCnpj].find((one) => typeof one === 'string');
  const name = typeof nome === 'string' && nome.trim() !== '' ? nome.trim().slice(0, 200) : undefined;
  const known = {
    ...(name === undefined ? {} : { name }),
    ...(typeof document === 'string' ? { document: document.replace(DOCUMENT, '').slice(0, 14) } : {}),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

export function instantOf(text: unknown): number | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
