import { refuseSlip } from '../refusals.ts';

type Fields = Readonly<Record<string, unknown>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;
const WHOLE = /^\d{1,10}$/;
const HUNDREDTHS = 100;

export function wrongField(field: string, message: string): Error {
  return refuseSlip('slip_field_invalid', { field, message });
}

/** An object, or nothing. */
export function fieldsIn(value: unknown, field: string): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrongField(field, `O campo ${field} deve ser um objeto.`);
  return value as Fields;
}

/** Text or a number, without white space around it; undefined where nothing was sent. */
export function textIn(value: unknown, field: string, maxLength: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw wrongField(field, `O campo ${field} deve ser um texto.`);
  const read = String(value).trim();
  if (read.length > maxLength)
    throw wrongField(field, `O campo ${field} deve ter no máximo ${maxLength} caracteres.`);
  return read === '' ? undefined : read;
}

export function slipText(value: unknown, field: string, maxLength: number): string {
  const read = textIn(value, field, maxLength);
  if (read === undefined)
    throw refuseSlip('slip_field_missing', {
      field,
      message: `O campo ${field} é obrigatório para emitir um boleto.`,
    });
  return read;
}

export function nameIn<Name extends string>(value: unknown, field: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === value);
  if (name === undefined) throw wrongField(field, `O campo ${field} deve ser ${names.join(' ou ')}.`);
  return name;
}

/** Percents in hundredths of a percent, amounts in centavos; above zero. */
export function valueIn(value: unknown, field: string, isPercent: boolean): number {
  const read = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const isRead = (isPercent ? PERCENT : WHOLE).test(read);
  const number = isPercent ? Math.round(Number(read) * HUNDREDTHS) : Number(read);
  if (isRead && number > 0) return number;
  const what = isPercent ? 'por cento com até duas casas, como 1.50' : 'centavos, sem vírgula nem ponto';
  throw wrongField(field, `O campo ${field} deve ser um número acima de zero: ${what}.`);
}

/** `YYYY-MM-DD`, of the calendar; undefined for anything else. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value.trim())) return undefined;
  const day = value.trim();
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined;
}
