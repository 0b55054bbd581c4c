/** What a person's technical password is checked against. Times in milliseconds since 1970. */
export interface TechnicalPassword {
  readonly personId: number;
  /** Keyed hash; empty: no password was set, and wrong ones are only counted. */
  readonly hash: string;
  readonly changedAt: number;
  /** Wrong attempts since the last right one. */
  readonly wrongTries: number;
  readonly lockedUntil: number | undefined;
}

const MAX_WRONG_TRIES = 5;
/** In milliseconds. */
export const LOCKED_MS = 15 * 60_000;

/** Only digits, without a leading zero: some clients send it as a number. */
const ALLOWED = /^[1-9]\d{5,11}$/;
/** The documented default of every sandbox. */
export const SANDBOX_PASSWORD = '314159';

/** What is wrong with a new password, in Portuguese; undefined: nothing. */
export function newPasswordFault(password: string, mode: 'sandbox' | 'production'): string | undefined {
  if (!ALLOWED.test(password)) return 'A senha técnica tem de 6 a 12 algarismos, e não começa por zero.';
  if (mode === 'sandbox') return undefined;
  const steps = [...password].slice(1).map((digit, index) => Number(digit) - Number(password[index]));
  const isSeries = steps.every((step) => step === steps[0]);
  if (isSeries || password === SANDBOX_PASSWORD) {
    return 'Escolha uma senha técnica menos óbvia: esta seria a primeira a ser tentada.';
  }
  return undefined;
}

export function afterRight(known: TechnicalPassword): TechnicalPassword {
  return { ...known, wrongTries: 0, lockedUntil: undefined };
}

export function afterWrong(known: TechnicalPassword, now: number): TechnicalPassword {
  const wrongTries = known.wrongTries + 1;
  if (wrongTries < MAX_WRONG_TRIES) return { ...known, wrongTries, lockedUntil: undefined };
  return { ...known, wrongTries: 0, lockedUntil: now + LOCKED_MS };
}
