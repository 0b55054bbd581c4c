/** The largest amount that can be typed: R$ 9.999.999,99. */
const MAX_CENTS = 999_999_999;
/** Ends in centavos: `12,5`, `1.234,56`, `3.00`. */
const WITH_CENTS = /(.*)[.,](\d{1,2})\D*$/;

/** What stands in an amount's field. */
export interface TypedMoney {
  /** Null: nothing. */
  readonly cents: number | null;
  /** Digits typed after a comma; undefined while there was none. */
  readonly decimals?: number;
}

/**
 * What a field holds after its text was changed. Digits are centavos, from the right as on a pin pad: 5 is R$ 0,05 and 500 is
 * R$ 5,00. Who types a comma means reais before it: 5, is R$ 5,00.
 *
 * @param shown the text that stood there before
 */
export function typeMoney(before: TypedMoney, shown: string, text: string): TypedMoney {
  if (text === '') return { cents: null };
  const isLonger = shown !== '' && text.startsWith(shown) && text.length === shown.length + 1;
  if (isLonger) return appended(before, text.slice(-1));
  const isShorter = shown.startsWith(text) && text.length === shown.length - 1;
  return isShorter ? shortened(before) : { cents: centsOf(text) };
}

/** The centavos in a text that was pasted or filled in. */
export function centsOf(text: string): number {
  const [, reais, decimals = ''] = WITH_CENTS.exec(text) ?? [];
  const digits = reais === undefined ? text : reais + decimals.padEnd(2, '0');
  return atMost(Number(digits.replace(/\D/g, '').slice(-15)));
}

function appended(before: TypedMoney, key: string): TypedMoney {
  const { decimals } = before;
  const cents = before.cents ?? 0;
  if (key === ',' || key === '.') {
    return decimals === undefined ? { cents: atMost(cents * 100), decimals: 0 } : before;
  }
  if (!/^\d$/.test(key)) return before;
  if (decimals === undefined) return { cents: atMost(cents * 10 + Number(key)) };
  if (decimals === 2) return before;
  return { cents: cents + Number(key) * (decimals === 0 ? 10 : 1), decimals: decimals + 1 };
}

function shortened({ cents, decimals }: TypedMoney): TypedMoney {
  const kept = cents ?? 0;
  if (decimals === 2) return { cents: Math.floor(kept / 10) * 10, decimals: 1 };
  if (decimals === 1) return { cents: Math.floor(kept / 100) * 100, decimals: 0 };
  const left = Math.floor(kept / (decimals === 0 ? 100 : 10));
  return { cents: left === 0 ? null : left };
}

function atMost(cents: number): number {
  return Math.min(cents, MAX_CENTS);
}
