import { moneyText } from '../../../platform/text/number-text.ts';
import type { Conditions, RoutedKind, Rule, Weekday } from './rule-set.ts';

const KINDS: Readonly<Record<RoutedKind, string>> = {
  credit: 'crédito',
  debit: 'débito',
  pix: 'Pix',
  boleto: 'boleto',
};
const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  mon: 'segunda',
  tue: 'terça',
  wed: 'quarta',
  thu: 'quinta',
  fri: 'sexta',
  sat: 'sábado',
  sun: 'domingo',
};
const PLANS = { store: 'juros da loja', issuer: 'juros do emissor' } as const;
const RECURRENCE = {
  first: 'primeira de uma recorrência',
  following: 'seguintes de uma recorrência',
} as const;
const MOST_BINS = 5;

/** By what its code is called on a screen; as it is written in a file of rules without one. */
type NameOf = (code: string) => string;
const asWritten: NameOf = (code) => code;

/** What must hold, in words: "crédito · VISA ou ELO · de 2 a 12 parcelas". */
export function conditionsText(when: Conditions = {}, nameOfBrand: NameOf = asWritten): string {
  const { bins, installments, amount, storedCard, threeDs, hours } = when;
  const parts = [
    when.kinds && orText(when.kinds.map((kind) => KINDS[kind])),
    when.brands && orText(when.brands.map(nameOfBrand)),
    bins &&
      `BIN ${bins.slice(0, MOST_BINS).join(', ')}${bins.length > MOST_BINS ? ` e mais ${bins.length - MOST_BINS}` : ''}`,
    installments && rangeText(installments, (count) => `${count}`, 'parcelas'),
    when.plans && orText(when.plans.map((plan) => PLANS[plan])),
    amount && rangeText(amount, (cents) => moneyText(cents), ''),
    when.recurrence && orText(when.recurrence.map((one) => RECURRENCE[one])),
    storedCard === undefined ? undefined : storedCard ? 'cartão salvo' : 'cartão digitado',
    threeDs === undefined ? undefined : threeDs ? 'com 3-D Secure' : 'sem 3-D Secure',
    when.weekdays && orText(when.weekdays.map((day) => WEEKDAYS[day])),
    hours && `das ${hours.from} às ${hours.to}`,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? parts.join(' · ') : 'qualquer venda';
}

/** Where it sends to: "REDE 80%, CIELO 20%" or "REDE, depois CIELO". */
export function accountsText(
  { accounts, split }: Pick<Rule, 'accounts' | 'split'>,
  nameOf: NameOf = asWritten,
): string {
  if (!split) return accounts.map(nameOf).join(', depois ');
  const all = split.reduce((sum, { weight }) => sum + weight, 0);
  const shares = split.map(
    ({ account, weight }) => `${nameOf(account)} ${Math.round((weight / all) * 1_000) / 10}%`,
  );
  const rest = accounts.filter((account) => !split.some((share) => share.account === account));
  return [shares.join(', '), ...rest.map(nameOf)].join(', depois ').replace('.', ',');
}

function orText(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ou ${last}` : last;
}

function rangeText(
  { from, to }: { readonly from?: number; readonly to?: number },
  write: (value: number) => string,
  unit: string,
): string | undefined {
  const after = unit === '' ? '' : ` ${unit}`;
  if (from !== undefined && from === to) return `${write(from)}${after}`;
  if (from !== undefined && to !== undefined) return `de ${write(from)} a ${write(to)}${after}`;
  if (from !== undefined) return `a partir de ${write(from)}${after}`;
  return to === undefined ? undefined : `até ${write(to)}${after}`;
}
