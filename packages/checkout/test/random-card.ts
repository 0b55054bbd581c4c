import { randomInt } from 'node:crypto';

/** A random number that passes the Luhn check. */
export function randomNumber(prefix: string, length: number): string {
  const digits = Array.from({ length: length - prefix.length - 1 }, () => randomInt(10)).join('');
  const start = prefix + digits;
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}

export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}
