const MODULO_11 = 11;
const FIRST_WEIGHT = 2;
const LAST_WEIGHT = 9;

/**
 * Check digit by modulo 10: weights 2, 1, 2, … from the right, the digits of each product added. Of a field of the typeable
 * line, and of the numbers of several banks.
 */
export function modulo10(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The remainder of modulo 11 with weights 2 to `lastWeight`, cyclic from the right; each bank makes its own digit of it. */
export function modulo11(digits: string, lastWeight = LAST_WEIGHT): number {
  const weights = lastWeight - FIRST_WEIGHT + 1;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (FIRST_WEIGHT + (index % weights)), 0);
  return sum % MODULO_11;
}

/** The general check digit of a barcode, of the 43 other digits: never 0, which no slip has. */
export function generalDigit(others: string): string {
  const digit = MODULO_11 - modulo11(others);
  return digit > 9 ? '1' : String(digit);
}
