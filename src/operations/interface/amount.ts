import { readAmountText } from '../../platform/text/amount-text.ts';
import { operationRefuse } from './refusals.ts';

/** 123456 is `1234,56`: the original service writes no thousands point. */
export function amountText(centavos: number): string {
  return (centavos / 100).toFixed(2).replace('.', ',');
}

/** The centavos of a field; undefined when it was not sent. Refusal: value_invalid. */
export function readMoney(field: string, sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined;
  const read = readAmountText(sent);
  if (typeof read === 'number') return read;
  const message =
    read === 'too_fine'
      ? `O campo ${field} deve ter no máximo duas casas depois da vírgula, como 26,00.`
      : `O campo ${field} deve ser um valor em reais, como 26,00.`;
  throw operationRefuse('value_invalid', { field, message });
}

type MoneyFields<Name extends string> = Record<Name, number> & Record<`${Name}Format`, string>;

/** Reais as a number, and as a text in the field beside it. */
export function moneyFields<Name extends string>(name: Name, centavos: number): MoneyFields<Name> {
  return { [name]: centavos / 100, [`${name}Format`]: amountText(centavos) } as MoneyFields<Name>;
}
