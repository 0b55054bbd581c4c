const ACCENTS = /\p{M}/gu;

/** A name as it is compared: in small letters, without accents, one blank between words. */
export function searchKey(name: string): string {
  return name.normalize('NFD').replace(ACCENTS, '').toLowerCase().trim().split(/\s+/).join(' ');
}

/** A CPF or CNPJ as it is compared: letters and digits alone. */
export function documentKey(document: string): string {
  return document.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
}
