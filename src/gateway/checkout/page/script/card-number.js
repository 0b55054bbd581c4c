export const digitsOf = (text) => text.replace(/\D/g, '');

/** From rows of name, digits of the code, and prefixes or ranges of prefixes. */
export const readBrands = (rows) =>
  rows.map(([name, code, prefixes]) => ({
    name,
    code,
    ranges: prefixes.map((one) => (one.length ? one : [one, one])),
  }));

/** The longest prefix wins; of two of one length, the later row. */
export const brandOf = (brands, digits) => {
  let found;
  let longest = 0;
  for (const brand of brands) {
    for (const [first, last] of brand.ranges) {
      const { length } = String(first);
      const prefix = digits.length >= length ? Number(digits.slice(0, length)) : Number.NaN;
      if (length >= longest && prefix >= first && prefix <= last) {
        found = brand;
        longest = length;
      }
    }
  }
  return found;
};

const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

export const isNumber = (digits) => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);

/** In groups of four; an Amex as it is printed. */
export const grouped = (digits) =>
  /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
    : (digits.match(/\d{1,4}/g) ?? []).join(' ');

/** A CPF or CNPJ as it is printed; anything else stays as it was typed. */
export const writtenDocument = (typed) => {
  const text = typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (/^\d{11}$/.test(text)) return text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  return text.length === 14 ? text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5') : typed;
};
