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
    ...cvvProblems(card.cvv?.trim() ?? '', brandOf(card.number ?? '')?.cvvLength),
    ...holderProblems(card.holderName?.trim()),
  ];
}

function numberProblems(digits: string): readonly CardProblem[] {
  const problem = (code: string, message: string) => [{ field: 'number', code, message } as const];
  if (digits === '') return problem('card_number_missing', 'Informe o número do cartão.');
  if (!/^\d+$/.test(digits)) return problem('card_number_invalid', 'O número do cartão tem só algarismos.');
  const lengths = brandOf(digits)?.lengths;
  const isLong = lengths ? lengths.includes(digits.length) : NUMBER.test(digits);
  if (!isLong || !NUMBER.test(digits)) {
    return problem('card_number_invalid', 'Confira o número do cartão: faltam ou sobram algarismos.');
  }
  return passesLuhn(digits)
    ? []
    : problem('card_number_invalid', 'Confira o número do cartão: algum algarismo está trocado.');
}

function expirationProblems(month: string, year: string, now: Date): readonly CardProblem[] {
  const problem = (
    field: 'expirationMonth' | 'expirationYear',
    message: string,
    code = 'card_expiration_invalid',
  ) => [{ field, code, message }];
  if (!MONTH.test(month)) return problem('expirationMonth', 'Informe o mês da validade, de 01 a 12.');
  if (!YEAR.test(year)) return problem('expirationYear', 'Informe o ano da validade, com 2 ou 4 algarismos.');
  const fullYear = 2000 + Number(year.slice(-2));
  const months = (fullYear - now.getFullYear()) * 12 + Number(month) - now.getMonth() - 1;
  if (months < 0) return problem('expirationMonth', 'Este cartão está vencido.', 'card_expired');
  return months > LAST_YEARS * 12 ? problem('expirationYear', 'Confira o ano da validade.') : [];
}

function cvvProblems(cvv: string, wanted: number | undefined): readonly CardProblem[] {
  const problem = (message: string) => [{ field: 'cvv', code: 'card_cvv_invalid', message } as const];
  if (!CVV.test(cvv)) return problem('Informe o código de segurança, de 3 ou 4 algarismos.');
  if (wanted === undefined || cvv.length === wanted) return [];
  return problem(
    wanted === 4
      ? 'O código de segurança deste cartão tem 4 algarismos e fica na frente.'
      : 'O código de segurança deste cartão tem 3 algarismos e fica no verso.',
  );
}

function holderProblems(holderName: string | undefined): readonly CardProblem[] {
  if (holderName === undefined || holderName.length <= LONGEST_NAME) return [];
  return [
    { field: 'holderName', code: 'card_holder_invalid', message: 'Escreva o nome como está no cartão.' },
  ];
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? '' : String(value).trim();
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled - (doubled > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
}
