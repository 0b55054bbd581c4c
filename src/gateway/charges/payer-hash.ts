import { keysOfText } from '../../platform/text/search-key.ts';

/** Hashes with a key of the vault: a CPF has too few digits for any other. */
export interface PayerHashes {
  of(document: string): string;
}

/** By which the payments of a document are found; undefined for what is no whole CPF or CNPJ. */
export function payerHash(payers: PayerHashes, text: string | undefined): string | undefined {
  const document = text === undefined ? undefined : keysOfText(text).document;
  return document === undefined ? undefined : payers.of(document);
}
