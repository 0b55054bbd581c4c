import { moneyText, numberText } from '../../platform/text/number-text.ts';
import { modulo11 } from '../providers/index.ts';
import type { PrintedSlip, SlipTerms } from './slip.ts';

const percent = numberText({ maximumFractionDigits: 2 });
const NOON = 'T12:00:00Z';
let dayInWords: Intl.DateTimeFormat | undefined;

/** `10/12/2026` */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

/** `quinta-feira, 10 de dezembro de 2026` */
export function dayWords(day: string): string {
  dayInWords ??= new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' });
  return dayInWords.format(new Date(`${day}${NOON}`));
}

/** `341-7`: a bank's number as it stands in the head of a slip. */
export function bankCodeText(code: string): string {
  const rest = modulo11(code);
  return `${code}-${rest < 2 ? 0 : 11 - rest}`;
}

/** An amount without its currency, as the boxes of a slip have it. */
export function plainMoneyText(centavos: number): string {
  return moneyText(centavos).replace(/^R\$\s*/, '');
}

/** What the terms mean for who pays, one sentence each. */
export function termsTexts({ interest, fine, discounts = [] }: SlipTerms): readonly string[] {
  const off = discounts.map(
    ({ until, type, value }) => `Até ${dayText(until)}, desconto de ${amountOrPercent(type, value)}.`,
  );
  const late = [
    ...(fine === undefined ? [] : [`multa de ${amountOrPercent(fine.type, fine.value)}`]),
    ...(interest === undefined ? [] : [interestText(interest)]),
  ];
  return late.length === 0 ? off : [...off, `Após o vencimento, ${late.join(' e ')}.`];
}

/** What can be done once the due date is over. */
export function afterDueText({ dueOn, payableUntil }: Pick<PrintedSlip, 'dueOn' | 'payableUntil'>): string {
  return payableUntil > dueOn
    ? `Pode ser pago em qualquer banco até ${dayText(payableUntil)}.`
    : 'Depois do vencimento não pode mais ser pago.';
}

function interestText({ type, value }: NonNullable<SlipTerms['interest']>): string {
  return type === 'dailyAmount'
    ? `juros de ${moneyText(value)} por dia`
    : `juros de ${percent(value / 100)}% ao mês`;
}

function amountOrPercent(type: 'percent' | 'amount', value: number): string {
  return type === 'amount' ? moneyText(value) : `${percent(value / 100)}%`;
}
