import { randomInt } from 'node:crypto';
import { passesLuhn } from './card-number.ts';

/** Numbers that are random, and anew in each run; the text that fails is in the message of the failure. */
export function digits(count: number): string {
  let text = '';
  while (text.length < count) text += String(randomInt(10 ** 10)).padStart(10, '0');
  return text.slice(0, count);
}

export function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[randomInt(values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** A number of a card: the prefix, random digits, and the check digit. */
export function cardNumber(prefix: string, length: number): string {
  const body = prefix + digits(length - prefix.length - 1);
  for (let check = 0; check < 10; check += 1) if (passesLuhn(`${body}${check}`)) return `${body}${check}`;
  throw new Error('one check digit fits always');
}

export function inGroups(text: string, sizes: readonly number[], separators: readonly string[]): string {
  let at = 0;
  let written = '';
  for (let index = 0; at < text.length; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? text.length;
    written += `${at === 0 ? '' : (separators[(index - 1) % separators.length] ?? '')}${text.slice(at, at + size)}`;
    at += size;
  }
  return written;
}

/** The key of an invoice: state, month, CNPJ of the issuer, model, series, number, form, code, check digit. */
export function invoiceKey(): string {
  const state = oneOf(['35', '31', '33', '41', '43', '42', '29', '52', '11', '50', '51', '53']);
  const month = String(randomInt(1, 13)).padStart(2, '0');
  return `${state}${randomInt(24, 40)}${month}${cnpj()}${oneOf(['55', '65'])}${digits(22)}`;
}

/** The line of a bank slip, of 47 digits: as it is printed, and without blanks. */
export function bankSlipLine(): readonly string[] {
  const line = digits(47);
  const [a, b, c, d, e, f, check, tail] = cut(line, [5, 5, 5, 6, 5, 6, 1, 14]);
  return [
    `${a}.${b} ${c}.${d} ${e}.${f} ${check} ${tail}`,
    `${a}${b} ${c}${d} ${e}${f} ${check} ${tail}`,
    line,
  ];
}

/** The line of the slip of a utility, of 48 digits. */
export function utilitySlipLine(): readonly string[] {
  const line = `8${digits(47)}`;
  const parts = cut(line, [11, 1, 11, 1, 11, 1, 11, 1]);
  const pairs = [0, 2, 4, 6].map((index) => parts.slice(index, index + 2));
  const joined = (inside: string, between: string) => pairs.map((pair) => pair.join(inside)).join(between);
  return [joined('-', ' '), joined(' ', ' '), joined('', ' '), joined('.', ' '), line];
}

function cut(text: string, sizes: readonly number[]): readonly string[] {
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return text.slice(at - size, at);
  });
}

function cpf(): string {
  const body = digits(9);
  const first = checkDigit(body, 10);
  return `${body}${first}${checkDigit(`${body}${first}`, 11)}`;
}

function cnpj(): string {
  const body = `${digits(8)}${oneOf(['0001', '0001', '0002', '0117'])}`;
  const first = checkDigit(body, 5);
  return `${body}${first}${checkDigit(`${body}${first}`, 6)}`;
}

/** Modulo 11, with weights that fall to 2 and begin again at 9. */
function checkDigit(body: string, firstWeight: number): number {
  let sum = 0;
  let weight = firstWeight;
  for (const digit of body) {
    sum += Number(digit) * weight;
    weight = weight === 2 ? 9 : weight - 1;
  }
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** A phone in one of the ways in which shops write it. */
export function phone(): string {
  const area = String(randomInt(11, 100));
  const isMobile = randomInt(2) === 1;
  const head = isMobile ? `9${digits(4)}` : `${randomInt(2, 6)}${digits(3)}`;
  const tail = digits(4);
  return oneOf([
    `55${area}${head}${tail}`,
    `+55${area}${head}${tail}`,
    `+55 ${area} ${head}-${tail}`,
    `+55 (${area}) ${head}-${tail}`,
    `(${area}) ${head}-${tail}`,
    `(${area})${head}${tail}`,
    `${area} ${head}${tail}`,
    `${area} ${head}-${tail}`,
    `${area} ${head} ${tail}`,
    `0${area}${head}${tail}`,
    `${area}${head}${tail}`,
  ]);
}

/** A CPF or CNPJ in one of the ways in which shops write it. */
export function document(): string {
  const [person, company] = [cpf(), cnpj()];
  const [a, b, c, d] = cut(person, [3, 3, 3, 2]);
  const [f, g, h, i, j] = cut(company, [2, 3, 3, 4, 2]);
  return oneOf([person, company, `${a}.${b}.${c}-${d}`, `${f}.${g}.${h}/${i}-${j}`, `${a} ${b} ${c} ${d}`]);
}

export function hex(count: number): string {
  let text = '';
  while (text.length < count)
    text += randomInt(2 ** 24)
      .toString(16)
      .padStart(6, '0');
  return text.slice(0, count);
}
