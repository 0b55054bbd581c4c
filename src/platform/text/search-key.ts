const COMBINING_MARKS = /\p{M}/gu;

/** `Açaí` and `acai` are one. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(COMBINING_MARKS, '').toLowerCase();
}

/** A name as it is compared: in small letters, without accents, one blank between words. */
export function searchKey(name: string): string {
  return foldText(name).trim().split(/\s+/).join(' ');
}

/** A CPF or CNPJ as it is compared: letters and digits only. */
export function documentKey(document: string): string {
  return document.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
}

const DOCUMENT = /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/;
const LETTER = /\p{L}/u;
const LEAST_OF_NAME = 2;

/** What a searched text may be beside a number: the key of a CPF or CNPJ, or of the beginning of a name. */
export function keysOfText(text: string): {
  readonly document: string | undefined;
  readonly name: string | undefined;
} {
  const document = documentKey(text);
  const name = searchKey(text);
  return {
    document: DOCUMENT.test(document) ? document : undefined,
    name: LETTER.test(name) && name.length >= LEAST_OF_NAME ? name : undefined,
  };
}
