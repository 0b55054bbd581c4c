import type { Secret } from '../../platform/secret.ts';

const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}]/gu;

/**
 * Whether a password is a CPF or CNPJ with any punctuation, or consists mostly of it. `document` is in its canonical
 * form: digits, and letters in capitals.
 */
export function isMostlyDocument(password: Secret, document: string): boolean {
  const text = password.reveal().normalize('NFKC').toUpperCase().replace(NOT_LETTER_OR_DIGIT, '');
  const rest = [...text.replaceAll(document, '')].length;
  return text.includes(document) && rest < document.length;
}
