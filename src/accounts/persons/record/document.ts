import { cnpj, cpf } from 'cpf-cnpj-validator';

/** A CPF (11 digits) or CNPJ (14 characters), upper case without punctuation. */
export interface Document {
  readonly text: string;
  readonly legalPerson: boolean;
}

const PUNCTUATION = /[\s./-]/g;
const CPF_SHAPE = /^\d{11}$/;
/** Since 2026 the first twelve characters may be letters; the two check digits never are. */
const CNPJ_SHAPE = /^[A-Z\d]{12}\d{2}$/;

/** Reads a document with or without punctuation; undefined when it is not one. */
export function readDocument(text: string, checkDigits: boolean): Document | undefined {
  const bare = text.replace(PUNCTUATION, '').toUpperCase();
  if (CPF_SHAPE.test(bare)) {
    return !checkDigits || cpf.isValid(bare) ? { text: bare, legalPerson: false } : undefined;
  }
  if (CNPJ_SHAPE.test(bare)) {
    return !checkDigits || cnpj.isValid(bare) ? { text: bare, legalPerson: true } : undefined;
  }
  return undefined;
}
