import { numberText } from '../../platform/index.ts';
import { operationRefuse } from './refusals.ts';

/** Twelve digits, as for all amounts. */
const MAX_CENTAVOS = 999_999_999_999;

const PLAIN = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;
/** `1.234`, `1.234,5`: what a browser writes for Brazil. */
const POINTS = /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/;
/** `1,234.56`: what a machine set to English writes. */
const COMMAS = /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{1,2})$/;

/**
 * Reads an amount as deployed clients write it, as whole centavos: `40,00`, `300.00`, `10`, `1.234,5`, `1.234` (one
 * thousand two hundred and thirty-four), `1,234.56`. Undefined for anything else.
 */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim();
  const match = POINTS.exec(trimmed) ?? COMMAS.exec(trimmed) ?? PLAIN.exec(trimmed);
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '') return undefined;
  const centavos = Number(whole.replaceAll(/[.,]/g, '') + fraction.padEnd(2, '0'));
  return centavos <= MAX_CENTAVOS ? centavos : undefined;
}

const reais = numberText({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 123456 is `1.234,56`. */
export function amountText(centavos: number): string {
  return reais(centavos / 100);
}

/** The centavos of a field; undefined when it was not sent. Refusal: value_invalid. */
export function readMoney(field: string, sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined;
  const read = readAmount(sent);
  if (read !== undefined) return read;
  const message = `O campo ${field} deve ser um valor em reais, como 26,00.`;
  throw operationRefuse('value_invalid', { field, message });
}

type MoneyFields<Name extends string> = Record<Name, number> & Record<`${Name}Format`, string>;

/** Reais as a number, and as a text in the field beside it. */
export function moneyFields<Name extends string>(name: Name, centavos: number): MoneyFields<Name> {
  return { [name]: centavos / 100, [`${name}Format`]: amountText(centavos) } as MoneyFields<Name>;
}
