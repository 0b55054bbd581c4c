import { cnpj, cpf } from 'cpf-cnpj-validator';
import { objectOf } from '../../host/fields.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Banks take no accents and no long dashes. */
export const NOT_PLAIN = /[^\x20-\x7e]/;

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));
}

export function isDocument(value: unknown): boolean {
  return typeof value === 'string' && (value.length === 11 ? cpf.isValid(value) : cnpj.isValid(value));
}

/** Members of an address that are missing, too long, or have letters that no bank takes. */
export function addressFaults(
  address: unknown,
  lengths: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(lengths).flatMap(([name, most]) => {
    const text = objectOf(address)[name];
    const isGood = typeof text === 'string' && text !== '' && text.length <= most && !NOT_PLAIN.test(text);
    return isGood ? [] : [name];
  });
}
