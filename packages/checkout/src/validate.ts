import { brandOf } from './brand.ts';
import { type Card, digitsOf } from './card-hash.ts';
import type { CardField } from './guiche-error.ts';

/** A value that the gateway would refuse, with a message for the buyer. */
export interface CardProblem {
  readonly field: CardField;
  readonly code: string;
  /** Portuguese. */
  readonly message: string;
}

const NUMBER = /^\d{13,19}$/;
const CVV = /^\d{3,4}$/;
const MONTH = /^(?:0?[1-9]|1[0-2])$/;
const YEAR = /^(?:20)?\d{2}$/;
const LONGEST_NAME = 60;
const LAST_YEARS = 20;

/** All problems of a card, in the order of the fields; empty if it is valid. */
export function validate(card: Partial<Card>, now = new Date()): readonly CardProblem[] {
  return [
    ...numberProblems(digitsOf(card.number ?? '')),
    ...expirationProblems(textOf(card.expirationMonth), textOf(card.expirationYear), now),
    ...cvvProblems(textOf(card.cvv), brandOf(card.number ?? '')?.cvvLength),
    ...holderProblems(textOf(card.holderName)),
  ];
}

function problem(field: CardField, code: string, message: string): readonly CardProblem[] {
  return [{ field, code: `card_${code}`, message }];
}

function numberProblems(digits: string): readonly CardProblem[] {
  const wrong = (message: string) => problem('number', 'number_invalid', message);
  if (digits === '') return problem('number', 'number_missing', 'Informe o número do cartão.');
  if (!/^\d+$/.test(digits)) return wrong('O número do cartão tem só dígitos.');
  const isLong = brandOf(digits)?.lengths.includes(digits.length) ?? true;
  if (!isLong || !NUMBER.test(digits)) {
    return wrong('Confira o número do cartão: faltam ou sobram dígitos.');
  }
  return passesLuhn(digits) ? [] : wrong('Confira o número do cartão.');
}

function expirationProblems(month: string, year: string, now: Date): readonly CardProblem[] {
  const wrong = (field: CardField, message: string) => problem(field, 'expiration_invalid', message);
  if (!MONTH.test(month)) return wrong('expirationMonth', 'Informe o mês da validade, de 01 a 12.');
  if (!YEAR.test(year)) return wrong('expirationYear', 'O ano da validade tem 2 ou 4 dígitos.');
  const fullYear = 2000 + Number(year.slice(-2));
  const months = (fullYear - now.getFullYear()) * 12 + Number(month) - now.getMonth() - 1;
  if (months < 0) return problem('expirationMonth', 'expired', 'Este cartão está vencido.');
  return months > LAST_YEARS * 12 ? wrong('expirationYear', 'Confira o ano da validade.') : [];
}

function cvvProblems(cvv: string, wanted: number | undefined): readonly CardProblem[] {
  const wrong = (message: string) => problem('cvv', 'cvv_invalid', message);
  if (!CVV.test(cvv)) return wrong('O código de segurança tem 3 ou 4 dígitos.');
  if (wanted === undefined || cvv.length === wanted) return [];
  const where = wanted === 4 ? 'na frente' : 'no verso';
  return wrong(`O código de segurança tem ${wanted} dígitos e fica ${where}.`);
}

function holderProblems(holderName: string): readonly CardProblem[] {
  return holderName.length <= LONGEST_NAME
    ? []
    : problem('holderName', 'holder_invalid', 'Digite o nome como está no cartão.');
}

function textOf(value: string | number | undefined): string {
  return String(value ?? '').trim();
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const counted = Number(digit) * ((index % 2) + 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
