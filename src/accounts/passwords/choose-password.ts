import { Secret } from '../../platform/secret.ts';
import type { AccountsOptions } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { isMostlyDocument } from './document-in-password.ts';
import type { EstimateGuesses } from './guesses.ts';
import { checkPasswordRules, hashPassword, type PasswordOptions, verifyPassword } from './password.ts';
import { LINK_HOLDER, type PasswordChecks } from './password-checks.ts';
import { type PasswordOwner, readPastPasswords } from './store.ts';
import type { PastPasswordTables } from './tables.ts';
import { USUAL_ADDITIONS, withoutUsual } from './without-usual.ts';

/** A password with fewer guesses counts as common: an attacker's first attempts find it. */
const MIN_GUESSES = 1e8;
/** Shorter parts of a name or e-mail are not tried as a password. */
const MIN_KNOWN_PART = 3;

export interface NewPassword {
  readonly password: Secret;
  /** Undefined: no earlier passwords are remembered. */
  readonly owner: PasswordOwner | undefined;
  /** CPF or CNPJ of the person, in its canonical form. */
  readonly document: string;
  /** Name, e-mail and the like: they make a password easier to guess. */
  readonly known: readonly (string | undefined)[];
  /** The hash of the password in use, if there is one. */
  readonly current: string | undefined;
}

export type ChoosePasswordOptions = Pick<AccountsOptions, 'database' | 'randomBytes'> &
  PasswordOptions & {
    readonly passwordChecks: PasswordChecks;
    readonly estimateGuesses: EstimateGuesses;
  };

/**
 * Returns the hash of a new, acceptable password. Throws `password_invalid` (length, characters), `password_document`,
 * `password_common`, `password_repeated` or `passwords_busy`.
 */
export async function choosePassword(options: ChoosePasswordOptions, chosen: NewPassword): Promise<string> {
  const { database, passwordChecks, estimateGuesses } = options;
  const { password, document, owner, current } = chosen;
  const inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> = (work) =>
    passwordChecks(LINK_HOLDER, work);
  checkPasswordRules(password);
  if (isMostlyDocument(password, document)) throw refuseAccount('password_document');
  if ((await inTurn(() => guessesOf(estimateGuesses, chosen))) < MIN_GUESSES) {
    throw refuseAccount('password_common');
  }
  const past = owner === undefined ? [] : await readPastPasswords(database.read<PastPasswordTables>(), owner);
  for (const hash of current === undefined ? past : [current, ...past]) {
    if (await inTurn(() => verifyPassword(password, hash))) throw refuseAccount('password_repeated');
  }
  return inTurn(() => hashPassword(password, options));
}

/** As many as the easier way takes: as it stands, or as what is left without years and the product's name. */
async function guessesOf(
  estimateGuesses: EstimateGuesses,
  { password, document, known }: NewPassword,
): Promise<number> {
  const parts = [document, ...partsOf(known)];
  const guesses = await estimateGuesses(password, parts);
  const rest = withoutUsual(password.reveal());
  if (rest === undefined) return guesses;
  const ofRest = rest === '' ? 1 : await estimateGuesses(new Secret(rest), parts);
  return Math.min(guesses, ofRest * USUAL_ADDITIONS);
}

/** Each text as a whole, and its words. */
function partsOf(known: readonly (string | undefined)[]): readonly string[] {
  return known
    .flatMap((text) => (text === undefined ? [] : [text, ...text.split(/[^\p{L}\p{N}]+/u)]))
    .filter((part) => part.length >= MIN_KNOWN_PART);
}
