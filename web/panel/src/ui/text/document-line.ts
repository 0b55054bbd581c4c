import { documentText } from './format.ts';

/** `CNPJ 11.222.333/0001-81` */
export function documentLine(document: string): string {
  const shown = documentText(document);
  return `${shown.length > 14 ? 'CNPJ' : 'CPF'} ${shown}`;
}
