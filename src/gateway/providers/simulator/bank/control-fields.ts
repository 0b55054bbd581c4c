import { refuse } from '../control.ts';

const MAX_TEXT = 140;

export type ControlFields = Readonly<Record<string, unknown>>;

export function amountIn(amount: unknown): number | undefined {
  if (amount === undefined) return undefined;
  if (Number.isSafeInteger(amount) && Number(amount) > 0) return Number(amount);
  throw refuse('sim_invalid', { message: 'amount deve ser um inteiro em centavos, maior que zero.' });
}

export function timeOf(at: unknown, now: number): number | undefined {
  if (at === undefined) return undefined;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time) || time > now) {
    throw refuse('sim_invalid', { message: 'at deve ser uma data ISO com fuso, que não esteja no futuro.' });
  }
  return time;
}

export function fieldsOf(value: unknown, what: string): ControlFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('sim_invalid', { message: `${what} deve ser um objeto JSON.` });
  }
  return value as ControlFields;
}

export function controlText(value: unknown, name: string, maxLength = MAX_TEXT): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && value.length <= maxLength) return value;
  throw refuse('sim_invalid', { message: `${name} deve ser um texto de até ${maxLength} caracteres.` });
}
