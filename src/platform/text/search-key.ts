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
